import type { ReactNode } from 'react'
import { failureOf, type ServerAnswer } from '../parts/perform/ask-server.ts'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'

interface DeskPageProps {
  readonly title: string
  readonly answer: ServerAnswer<unknown>
  readonly onAgain: () => void
  /** What stands above what was asked for. */
  readonly above?: ReactNode
  readonly children: ReactNode
}

/** A page of the desk, which scrolls by itself. */
export function DeskPage({ title, answer, onAgain, above, children }: DeskPageProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with nothing to press in it, keys could not scroll it.
    <div data-scroller tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="beneath-toasts flex flex-col gap-4 px-4 pt-6">
        <h1 className="text-[1.375rem] font-bold text-primary">{title}</h1>
        {above}
        <AnswerNote answer={answer} onAgain={onAgain} />
        {children}
      </div>
    </div>
  )
}

/** The desk keeps nothing on the device: if the server does not answer, there is nothing to show. */
export function AnswerNote({ answer, onAgain }: Pick<DeskPageProps, 'answer' | 'onAgain'>) {
  if (answer.kind === 'answer') return null
  const asking = answer.kind === 'asking'
  if (asking && !answer.again) return <Loading />
  return (
    <div role="alert" className="m-4 flex flex-wrap items-center gap-3 rounded-box bg-surface p-3">
      <p className="min-w-0 flex-1 basis-48">{asking ? 'Loading...' : failureOf(answer)}</p>
      <Button busy={asking} onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
