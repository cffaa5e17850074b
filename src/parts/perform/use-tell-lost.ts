import { useEffect, useEffectEvent } from 'react'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { listCacheId } from '../../cache/records/cache-ids.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Says why what was typed cannot be saved, and offers it to be copied. */
export function useTellLost(): (why: string, typed: string | undefined) => void {
  const toasts = useToasts()
  return (why, typed) => {
    if (!typed) return toasts.show({ type: 'warning', text: why })
    async function copy(text: string) {
      const isCopied = await copyText(text)
      toasts.show(
        isCopied
          ? { type: 'success', text: 'Copied.' }
          : { text: `This browser does not let the app copy “${text}”.`, stays: true },
      )
    }
    toasts.show({
      type: 'warning',
      text: `${why}: what you typed is not saved`,
      stays: true,
      action: { label: 'Copy', onPress: () => void copy(typed) },
    })
  }
}

/**
 * The same of what was typed in a dialog or the add box of a list, which goes with a list that is taken away, and where
 * it changes the list itself with the right to do so. A function is asked only then.
 */
export function useTellTakenAway(
  { id, name }: { readonly id: string; readonly name: string },
  typed: string | undefined | (() => string | undefined),
  changesList = true,
): void {
  const views = useListViews()
  const offline = useOffline()
  const tellLost = useTellLost()
  const leave = useEffectEvent(() => {
    const text = typeof typed === 'function' ? typed() : typed
    if (!views.listIds().includes(id)) {
      if (text) tellLost(`${name} is not there any more`, text)
    } else if (changesList && offline.peek(listCacheId(id))?.permission !== 'ADMIN') {
      tellLost(`You are not Admin of ${name} any more`, text)
    }
  })
  useEffect(() => () => leave(), [])
}
