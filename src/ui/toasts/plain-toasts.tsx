import { useState, useSyncExternalStore } from 'react'
import { Button } from '../form/button.tsx'
import type { ToastMessage, Toasts } from './toast-message.ts'

/** The last message, drawn by the page itself where the code that draws messages could not be loaded. */
export function PlainToasts({ toasts }: { readonly toasts: Toasts }) {
  const message = useSyncExternalStore(toasts.subscribe, toasts.get).at(-1)
  const [read, setRead] = useState<ToastMessage>()
  if (message === undefined || message === read) return null
  const { action } = message
  return (
    <div
      role="status"
      className="toasts fixed z-30 flex w-[calc(100vw-1.5rem)] max-w-md flex-wrap items-center justify-end gap-2 rounded-box border border-line bg-raised p-3 text-ink lifted"
    >
      <p className="min-w-40 flex-1">{message.text}</p>
      {action === undefined ? null : (
        <Button
          look="quiet"
          onClick={() => {
            setRead(message)
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button look="quiet" onClick={() => setRead(message)}>
        Close
      </Button>
    </div>
  )
}
