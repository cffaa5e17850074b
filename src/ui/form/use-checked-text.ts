import { useRef, useState } from 'react'
import { useKeptText } from './kept-texts.ts'

/**
 * A text of a small form, checked when it is sent: what is wrong with it stands beneath its field, which has the
 * focus then, until it is changed. With `keptAs` it outlives the form until it is forgotten.
 */
export function useCheckedText(
  initial: string,
  check: (text: string) => { readonly message: string } | undefined,
  keptAs?: string,
) {
  const box = useRef<HTMLInputElement>(null)
  const [{ before, key }] = useState({ before: initial, key: keptAs })
  const { first, keep } = useKeptText(key, before)
  const [opened] = useState(first)
  const [text, setOwn] = useState(opened)
  const [issue, setIssue] = useState<string>()

  function setText(next: string): void {
    keep(next)
    setOwn(next)
  }

  return {
    text,
    setText,
    /** Whether it is another one than at the beginning, whatever others have made of that meanwhile. */
    isChanged: text !== before,
    /** Whether it is another one than the form was opened with, which may have been typed long ago. */
    isTouched: text !== opened,
    /** Whether it may be sent. */
    passes(): boolean {
      const wrong = check(text)?.message
      setIssue(wrong)
      if (wrong !== undefined) box.current?.focus()
      return wrong === undefined
    },
    /** It was sent, or given up: the form begins anew. */
    forget: () => keep(before),
    box,
    field: {
      ref: box,
      value: text,
      issue,
      autoComplete: 'off',
      onChange(event: { readonly target: { readonly value: string } }) {
        setText(event.target.value)
        setIssue(undefined)
      },
    },
  }
}
