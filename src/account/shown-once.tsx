/** A secret that nobody can show again: selected with a tap, copied with a button. */
import { copyText } from '../ui/copy-text.ts'
import { Button } from '../ui/form/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { Said, useSaid } from '../ui/said.tsx'

interface ShownOnceProps {
  readonly label: string
  readonly hint: string
  readonly value: string
}

export function ShownOnce({ label, hint, value }: ShownOnceProps) {
  const [said, setSaid] = useSaid()
  return (
    <div className="flex max-w-md flex-col gap-2">
      <TextField
        label={label}
        hint={hint}
        readOnly
        value={value}
        onFocus={event => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          onClick={async () =>
            setSaid((await copyText(value)) ? 'Copied.' : 'Select it and copy it yourself.')
          }
        >
          Copy
        </Button>
        <Said name={label}>{said}</Said>
      </div>
    </div>
  )
}
