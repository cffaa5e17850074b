/** Beneath a field that one has changed, where a colleague has saved something else there since: which of them stays? */
import type { RefObject } from 'react'
import { Button } from '../ui/form/button.tsx'

interface ChangedSinceProps {
  /** Of the field. */
  readonly label: string
  /** Undefined where nobody has changed it. */
  readonly theirs: string | undefined
  /** Has the focus once it is chosen. */
  readonly field: RefObject<HTMLElement | null>
  readonly onChoose: (which: 'theirs' | 'mine') => void
}

export function ChangedSince({ label, theirs, field, onChoose }: ChangedSinceProps) {
  if (theirs === undefined) return null
  const choose = (which: 'theirs' | 'mine') => () => {
    onChoose(which)
    field.current?.focus()
  }
  return (
    <section aria-label={`${label}: changed since`} className="rounded-box bg-surface p-3 text-sm">
      <p className="font-semibold">
        {theirs === ''
          ? 'A colleague has emptied this since you wrote.'
          : 'A colleague has changed this since you wrote:'}
      </p>
      <p className="break-words whitespace-pre-wrap">{theirs}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={choose('theirs')}>Keep theirs</Button>
        <Button onClick={choose('mine')}>Use mine</Button>
      </div>
    </section>
  )
}
