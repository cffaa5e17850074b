import { useEffect, useEffectEvent } from 'react'
import { useListViews } from '../../cache/hooks/use-offline.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** Says that what was typed of something cannot be saved, since that is gone, and offers it to be copied. */
export function useTellLost(): (what: string, typed: string) => void {
  const toasts = useToasts()
  return (what, typed) => {
    async function copy() {
      const isCopied = await copyText(typed)
      toasts.show(
        isCopied
          ? { type: 'success', text: 'Copied.' }
          : { text: `This browser does not let the app copy “${typed}”.` },
      )
    }
    toasts.show({
      type: 'warning',
      text: `${what} is not there any more: what you typed is not saved`,
      action: { label: 'Copy', onPress: () => void copy() },
    })
  }
}

/** The same of what was typed in a dialog of a list, which goes with a list that is taken away. */
export function useTellTakenAway(
  { id, name }: { readonly id: string; readonly name: string },
  typed: string | undefined,
): void {
  const views = useListViews()
  const tellLost = useTellLost()
  const leave = useEffectEvent(() => {
    if (typed && !views.listIds().includes(id)) tellLost(name, typed)
  })
  useEffect(() => () => leave(), [])
}
