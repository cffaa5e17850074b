import { useCallback } from 'react'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Says so if an edit is not safe on this device; it is painted and sent all the same. */
export function useTellUnpersisted(): (durable: Promise<void>, what?: string) => void {
  const toasts = useToasts()
  return useCallback(
    (durable, what = 'your last change') => {
      durable.catch(() => toasts.show({ text: unpersistedSentence(what) }))
    },
    [toasts],
  )
}

export function unpersistedSentence(what: string): string {
  return `This device could not keep ${what}. It is lost when this page closes before it has been sent. Make room on the device.`
}
