import { useState } from 'react'

export interface Words {
  readonly text: string
  readonly times: number
}

interface SaidProps {
  /** Of several on a screen: what this one is about. */
  readonly name?: string
  readonly className?: string
  readonly children: string | undefined | Words
}

/** What came of something that a person did, read out at once. */
export function Said({ name, className = '', children = '' }: SaidProps) {
  return (
    <p role="status" aria-label={name} className={`text-quiet ${className}`}>
      {typeof children === 'string'
        ? children
        : children.text && <span key={children.times}>{children.text}</span>}
    </p>
  )
}

/** For what can be done twice with the same outcome: the same words again are read out again. */
export function useSaid() {
  const [said, setSaid] = useState<Words>({ text: '', times: 0 })
  const say = (text: string) => setSaid(({ times }) => ({ text, times: times + 1 }))
  return [said, say] as const
}
