/** Mails that nobody could send, since no mail server is configured: an ADMIN reads them here and hands on their links. */
import { useState } from 'react'
import type { Desk } from '../network/desk.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { Button } from '../ui/form/button.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeskPage } from './desk-page.tsx'

export function KeptMailScreen({ desk }: { readonly desk: Desk }) {
  const { answer, again } = useAsked(desk.mails)
  const [open, setOpen] = useState<{ readonly id: string; readonly text: string }>()
  const toasts = useToasts()
  const mails = answer.kind === 'answer' ? answer.data : []

  async function handleOpen(id: string) {
    const mail = await desk.mail(id)
    if (mail.kind === 'failed') toasts.show({ text: mail.message })
    else setOpen({ id, text: mail.data })
  }

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
      <ul aria-label="Kept mails" className="flex flex-col gap-2">
        {mails.map(({ id, to, subject, at }) => (
          <li key={id} className="rounded-box border border-line p-3">
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-48 break-words">
                {subject}
                <span className="block text-sm text-quiet">
                  {to} · {momentTitle(Date.parse(at), Date.now())}
                </span>
              </p>
              <Button
                aria-expanded={open?.id === id}
                onClick={() => (open?.id === id ? setOpen(undefined) : void handleOpen(id))}
              >
                {open?.id === id ? 'Close' : 'Read'}
              </Button>
            </div>
            {open?.id === id ? (
              <pre className="mt-3 overflow-x-auto border-t border-line pt-3 whitespace-pre-wrap">
                {open.text}
              </pre>
            ) : null}
          </li>
        ))}
      </ul>
    </DeskPage>
  )
}
