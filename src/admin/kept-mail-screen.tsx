/** Mails that nobody could send, since no mail server is configured: an ADMIN reads them here and hands on their links. */
import { useCallback, useState } from 'react'
import type { Desk } from '../network/desk.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { Button } from '../ui/form/button.tsx'
import { CopyButton } from '../ui/form/copy-button.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { AnswerNote, DeskPage } from './desk-page.tsx'

export function KeptMailScreen({ desk }: { readonly desk: Desk }) {
  const { answer, again } = useAsked(desk.mails)
  const [openId, setOpenId] = useState<string>()
  const mails = answer.kind === 'answer' ? answer.data : []

  return (
    <DeskPage
      title="Mail"
      answer={answer}
      onAgain={again}
      above={
        <p className="max-w-prose text-quiet">
          Where SMTP_URL is set, mails are sent and not kept. Those below could not be sent; they
          stay for 30 days.
        </p>
      }
    >
      {answer.kind === 'answer' && mails.length === 0 ? (
        <Notice title="No mail is kept">What could not be sent would be listed here.</Notice>
      ) : null}
      <PlainList aria-label="Kept mails" className="flex flex-col gap-2">
        {mails.map(({ id, to, subject, at }) => (
          <li key={id} className="rounded-box border border-line p-3">
            <div className="flex flex-wrap items-center gap-3">
              <p id={`mail-${id}`} className="min-w-0 flex-1 basis-48 break-words">
                {subject}
                <span className="block text-sm text-quiet">
                  {to} · {momentTitle(Date.parse(at), Date.now())}
                </span>
              </p>
              <Button
                aria-expanded={openId === id}
                aria-describedby={`mail-${id}`}
                onClick={() => setOpenId(openId === id ? undefined : id)}
              >
                {openId === id ? 'Close' : 'Read'}
              </Button>
            </div>
            {openId === id ? <MailText desk={desk} id={id} /> : null}
          </li>
        ))}
      </PlainList>
    </DeskPage>
  )
}

function MailText({ desk, id }: { readonly desk: Desk; readonly id: string }) {
  const { answer, again } = useAsked(useCallback(() => desk.mail(id), [desk, id]))
  if (answer.kind !== 'answer') return <AnswerNote answer={answer} onAgain={again} />
  return (
    <div className="mt-3 border-t border-line pt-3">
      <pre className="mb-3 overflow-x-auto whitespace-pre-wrap">{answer.data}</pre>
      <CopyButton about="Mail" text={answer.data} />
    </div>
  )
}
