import { type RefObject, useLayoutEffect } from 'react'

/** What was typed into the boxes of lists that are not drawn, and not added yet. */
export type KeptBoxes = Pick<Map<string, string>, 'get' | 'set' | 'delete'>

/** Under which they hold the text of a list's box. */
export const boxKey = (listId: string) => `add ${listId}`

/** What is in the box when it goes, or its page does, is in it again when it comes. */
export function useKeptBox(
  input: RefObject<HTMLInputElement | null>,
  texts: KeptBoxes,
  listId: string,
): void {
  useLayoutEffect(() => {
    const box = input.current
    if (!box) return
    const key = boxKey(listId)
    const text = texts.get(key)
    if (text !== undefined) {
      box.value = text
      // As if it were typed.
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
    function keep() {
      if (box?.value) texts.set(key, box.value)
      else texts.delete(key)
    }
    // All texts are kept behind it (src/shell/typed.ts).
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [input, texts, listId])
}
