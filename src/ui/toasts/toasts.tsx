/**
 * Short messages at the bottom right (spec section 1). The code that draws them loads with the first one;
 * messages that come before it is there are kept.
 */
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { PlainToasts } from './plain-toasts.tsx'
import type { ToastMessage, Toasts } from './toast-message.ts'

export type { ToastMessage, Toasts }

export function createToasts(): Toasts {
  const listeners = new Set<() => void>()
  let queue: readonly ToastMessage[] = []
  let ends = 0

  function change(next: readonly ToastMessage[]) {
    queue = next
    for (const listener of listeners) listener()
  }

  return {
    show: message => change([...queue, message]),
    get: () => queue,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    take() {
      const taken = queue
      queue = []
      return taken
    },
    end() {
      ends += 1
      change([])
    },
    ends: () => ends,
  }
}

const ToastsContext = createContext<Toasts | undefined>(undefined)

const Toaster = lazyComponent(async () => (await import('./toaster.tsx')).Toaster, {
  failed: (_failure, { toasts }) => <PlainToasts toasts={toasts} />,
})

export function ToastsProvider({
  toasts,
  children,
}: {
  readonly toasts: Toasts
  readonly children: ReactNode
}) {
  const ends = useSyncExternalStore(toasts.subscribe, toasts.ends, toasts.ends)
  // What somebody waited for who has left by then is told to nobody.
  const untilEnd = useMemo(
    (): Toasts => ({
      ...toasts,
      show(message) {
        if (toasts.ends() === ends) toasts.show(message)
      },
    }),
    [toasts, ends],
  )
  return (
    <ToastsContext value={untilEnd}>
      {children}
      <div data-toasts data-momentary className="toasts-holder">
        <ToasterWhenWanted toasts={toasts} />
      </div>
    </ToastsContext>
  )
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (toasts === undefined) throw new Error('useToasts needs a ToastsProvider')
  return toasts
}

function ToasterWhenWanted({ toasts }: { readonly toasts: Toasts }) {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get)
  const ends = useSyncExternalStore(toasts.subscribe, toasts.ends, toasts.ends)
  const [wanted, setWanted] = useState(false)
  if (queue.length > 0 && !wanted) setWanted(true)
  return wanted ? <Toaster key={ends} toasts={toasts} /> : null
}
