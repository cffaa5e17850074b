/** What somebody thinks of Aisle, and what came of what they said before. */
import type { ReactNode } from 'react'
import type { DeviceLog } from '../parts/device-log.ts'
import { OnDeviceNote } from '../parts/on-device-note.tsx'
import type { Asker } from '../parts/perform/ask-server.ts'
import { Button } from '../ui/form/button.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { FeedbackRow } from './feedback-row.tsx'
import { useOwnFeedback } from './use-own-feedback.ts'

interface FeedbackScreenProps {
  readonly header: ReactNode
  readonly network: Asker
  readonly log: Pick<DeviceLog, 'read'>
  /** What was typed on screens and not sent yet. */
  readonly typed: Map<string, string>
}

export function FeedbackScreen({ header, network, log, typed }: FeedbackScreenProps) {
  const { feedback, answer, refresh } = useOwnFeedback(network)
  return (
    <>
      {header}
      <PageBody>
        <FeedbackForm log={log} typed={typed} />
        <section aria-labelledby="own-feedback">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id="own-feedback" className="text-lg font-semibold text-primary">
              What you said so far
            </h2>
            <Button
              look="quiet"
              className="-mr-4"
              busy={answer?.kind === 'asking'}
              onClick={refresh}
            >
              Refresh
            </Button>
          </div>
          {answer === undefined ? null : (
            <OnDeviceNote
              answer={answer}
              what="What came of it"
              isAlone={feedback === undefined}
              onAgain={refresh}
            />
          )}
          {feedback === undefined ? (
            answer?.kind === 'asking' ? (
              <Loading />
            ) : null
          ) : feedback.length === 0 ? (
            <Notice title="Nothing yet">
              What you send is listed here, with what the team answers.
            </Notice>
          ) : (
            <PlainList aria-label="Your feedback" className="flex flex-col gap-3 pt-2">
              {feedback.map(one => (
                <FeedbackRow key={one.id} feedback={one} />
              ))}
            </PlainList>
          )}
        </section>
      </PageBody>
    </>
  )
}
