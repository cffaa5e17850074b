import { noAnswerSentence } from '../network/errors.ts'
import type { ServerAnswer } from '../parts/perform/use-server-answer.ts'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'

interface AnswerNoteProps {
  readonly answer: ServerAnswer<unknown>
  readonly onAgain: () => void
}

/** The desk keeps nothing on the device: if the server does not answer, there is nothing to show. */
export function AnswerNote({ answer, onAgain }: AnswerNoteProps) {
  if (answer.kind === 'answer') return null
  if (answer.kind === 'asking') return <Loading />
  return (
    <div role="alert" className="m-4 flex flex-wrap items-center gap-3 rounded-box bg-surface p-3">
      <p className="min-w-0 flex-1 basis-48">
        {answer.kind === 'failed' ? answer.message : noAnswerSentence}
      </p>
      <Button onClick={onAgain}>Try again</Button>
    </div>
  )
}
