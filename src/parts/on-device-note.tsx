import { Link } from '@tanstack/react-router'
import { CircleAlert, CloudOff } from 'lucide-react'
import { Button, buttonClass } from '../ui/form/button.tsx'
import type { ServerAnswer } from './perform/ask-server.ts'

interface OnDeviceNoteProps {
  readonly answer: ServerAnswer<unknown>
  /** What is missing, as the start of a sentence: "What others did". */
  readonly what: string
  /** Nothing stands below. */
  readonly isAlone?: boolean
  readonly onAgain: () => void
}

/** Says what is missing if the server does not answer, and what to do. */
export function OnDeviceNote({ answer, what, isAlone, onAgain }: OnDeviceNoteProps) {
  return (
    <div role="status">
      {answer.kind === 'asking' && !answer.again ? (
        <p className="py-2 text-sm text-quiet">{sentence(answer, what)}</p>
      ) : answer.kind === 'answer' ? null : (
        <div className="my-2 flex flex-wrap items-center gap-3 rounded-box bg-surface px-3 py-2 text-sm">
          {answer.kind === 'failed' || answer.kind === 'signed-out' ? (
            <CircleAlert aria-hidden size={18} className="flex-none text-quiet" />
          ) : (
            <CloudOff aria-hidden size={18} className="flex-none text-quiet" />
          )}
          <p className="min-w-0 flex-1 basis-48">{sentence(answer, what, isAlone)}</p>
          {answer.kind === 'signed-out' ? (
            <Link to="/login" search={{ next: '/app' }} className={buttonClass('secondary')}>
              Sign in
            </Link>
          ) : (
            <Button busy={answer.kind === 'asking'} onClick={onAgain}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function sentence(
  answer: Exclude<ServerAnswer<unknown>, { readonly kind: 'answer' }>,
  what: string,
  isAlone = false,
): string {
  if (answer.kind === 'asking') return 'Asking the server…'
  if (answer.kind === 'failed') return answer.message
  const when =
    answer.kind === 'signed-out' ? 'you have signed in again' : 'the server can be reached'
  return `${what} is shown when ${when}.${isAlone ? '' : ' Below is what this device knows.'}`
}
