import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../ui/form/button.tsx'
import type { Readiness } from './readiness.ts'

interface ReadyLineProps {
  readonly title: string
  readonly readiness: Readiness
  /** The words of the button; undefined where nothing mends it. */
  readonly mend: string | undefined
  /** Answers with a sentence where it could not be mended. */
  readonly onMend: () => Promise<string | undefined>
}

/** Green, or with the button that mends it. */
export function ReadyLine({ title, readiness, mend, onMend }: ReadyLineProps) {
  const id = useId()
  const [mending, setMending] = useState(false)
  const [note, setNote] = useState<string>()
  const { ready, sentence } = readiness

  async function handleMend() {
    setMending(true)
    setNote(undefined)
    try {
      setNote(await onMend())
    } finally {
      setMending(false)
    }
  }

  return (
    <li
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0"
    >
      <Sign ready={ready} />
      <div className="min-w-0 flex-1 basis-44">
        <h2 id={id} className="text-row font-semibold">
          {title}
        </h2>
        {/* What holds may change by the minute: a screen reader hears the sum of it above, and what came of the button. */}
        <p className="text-quiet">
          {sentence} <span aria-live="polite">{ready === true ? null : note}</span>
        </p>
      </div>
      {ready === false && mend !== undefined ? (
        <Button className="max-sm:ml-10" busy={mending} onClick={handleMend}>
          {mend}
        </Button>
      ) : null}
    </li>
  )
}

function Sign({ ready }: Pick<Readiness, 'ready'>) {
  if (ready === undefined) {
    return <CircleDashed aria-label="Looking" role="img" className="flex-none text-quiet" />
  }
  return ready ? (
    <CircleCheck aria-label="Ready" role="img" className="flex-none text-success" />
  ) : (
    <CircleAlert aria-label="Not ready" role="img" className="flex-none text-warning" />
  )
}
