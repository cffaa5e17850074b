import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { ServerAnswer } from './use-server-answer.ts'

interface OnDeviceNoteProps {
  readonly answer: ServerAnswer<unknown>
  /** What is missing, as the start of a sentence: "What others did". */
  readonly what: string
  readonly onAgain: () => void
}

/** Says what is missing while the server does not answer, and what to do. */
export function OnDeviceNote({ answer, what, onAgain }: OnDeviceNoteProps) {
  return (
    <div role="status">
      {answer.kind === 'asking' ? (
        <p className="py-2 text-sm text-quiet">Asking the server…</p>
      ) : answer.kind === 'answer' ? null : (
        <div className="my-2 flex flex-wrap items-center gap-3 rounded-box bg-surface px-3 py-2 text-sm">
          <CloudOff aria-hidden size={18} className="flex-none text-quiet" />
          <p className="min-w-0 flex-1 basis-48">
            {answer.kind === 'refused'
              ? answer.message
              : `${what} is shown when the server can be reached. Below is what this device knows.`}
          </p>
          <Button onClick={onAgain}>Try again</Button>
        </div>
      )}
    </div>
  )
}
