/** A secret that nobody can show again: selected with a tap, copied with a button. */
import { CopyButton } from './copy-button.tsx'
import { TextField } from './field.tsx'

interface ShownOnceProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  /** It comes into view with the focus: what made it may be far below. */
  readonly autoFocus?: boolean
}

export function ShownOnce({ label, hint, value, autoFocus = false }: ShownOnceProps) {
  return (
    <div className="flex max-w-md flex-col gap-2">
      <TextField
        label={label}
        hint={hint}
        readOnly
        value={value}
        autoFocus={autoFocus}
        onFocus={event => event.target.select()}
      />
      <CopyButton about={label} text={value} />
    </div>
  )
}
