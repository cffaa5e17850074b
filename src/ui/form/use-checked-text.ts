import { useRef, useState } from 'react'

/**
 * A text of a small form, checked when it is sent: what is wrong with it stands beneath its field, which has the
 * focus then, until it is changed.
 */
export function useCheckedText(
  initial: string,
  check: (text: string) => { readonly message: string } | undefined,
) {
  const box = useRef<HTMLInputElement>(null)
  const [before] = useState(initial)
  const [text, setText] = useState(before)
  const [issue, setIssue] = useState<string>()
  return {
    text,
    setText,
    /** Whether it is another one than at the beginning, whatever others have made of that meanwhile. */
    isChanged: text !== before,
    /** Whether it may be sent. */
    passes(): boolean {
      const wrong = check(text)?.message
      setIssue(wrong)
      if (wrong !== undefined) box.current?.focus()
      return wrong === undefined
    },
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
