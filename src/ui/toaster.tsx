import 'sonner/dist/styles.css'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import type { ToastMessage, Toasts } from './toast-message.ts'

const defaultDurationMs = 10_000

export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.get)
  useEffect(() => {
    if (queue.length > 0) for (const message of toasts.take()) show(message)
  }, [queue, toasts])
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={2}
      duration={defaultDurationMs}
      closeButton
      offset={{ bottom: 'var(--above-add-box, 1.5rem)', right: '1.5rem' }}
      mobileOffset={{ bottom: 'var(--above-add-box, 1rem)', left: '0.75rem', right: '0.75rem' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full flex-wrap items-start gap-3 rounded-box border border-line bg-raised p-3 pr-4 text-ink shadow-lg sm:w-(--width)',
          content: 'min-w-24 flex-1 basis-0',
          title: 'text-xs font-semibold tracking-wide text-quiet',
          description: 'text-base text-ink',
          icon: 'mt-0.5 size-5 flex-none',
          actionButton:
            'min-h-12 flex-none self-center ml-auto rounded-box px-3 font-semibold text-link hover:bg-surface',
          closeButton:
            'order-last -mr-2 grid size-12 -my-1.5 flex-none place-items-center rounded-box text-quiet hover:bg-surface',
          error: '[&_[data-icon]]:text-error',
          success: '[&_[data-icon]]:text-success',
          warning: '[&_[data-icon]]:text-warning',
          info: '[&_[data-icon]]:text-link',
        },
      }}
    />
  )
}

function show({ text, type = 'error', title, durationMs, action }: ToastMessage) {
  toast[type](title ?? type.toUpperCase(), {
    description: text,
    duration: durationMs ?? defaultDurationMs,
    ...(action === undefined
      ? {}
      : { action: { label: action.label, onClick: () => action.onPress() } }),
  })
}
