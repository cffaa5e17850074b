import { failureOf, type ServerAnswer } from '../parts/perform/ask-server.ts'
import { Button } from '../ui/form/button.tsx'

interface NotReadProps {
  readonly answer: ServerAnswer<unknown>
  readonly onAgain: () => void
}

/** Why it is not shown, and one more try. */
export function NotRead({ answer, onAgain }: NotReadProps) {
  const asking = answer.kind === 'asking'
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 empty:absolute">
      {answer.kind === 'answer' || (asking && !answer.again) ? null : (
        <>
          <p className="text-quiet">{asking ? 'Asking the server…' : failureOf(answer)}</p>
          <Button busy={asking} onClick={onAgain}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}
