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
