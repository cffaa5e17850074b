import { copyText } from '../copy-text.ts'
import { Said, useSaid } from '../said.tsx'
import { Button } from './button.tsx'

interface CopyButtonProps {
  /** What it copies, in a word or two. */
  readonly about: string
  readonly text: string
}

/** For a text in sight: whoever may not copy by a button selects it. */
export function CopyButton({ about, text }: CopyButtonProps) {
  const [said, setSaid] = useSaid()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        onClick={async () =>
          setSaid((await copyText(text)) ? 'Copied.' : 'Select it and copy it yourself.')
        }
      >
        Copy
      </Button>
      <Said name={about}>{said}</Said>
    </div>
  )
}
