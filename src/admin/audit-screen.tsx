/** What staff did, the latest first. */
import { type MouseEvent, useState } from 'react'
import type { AuditLogQuery } from '../generated/desk-operations.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { useServerAnswer } from '../parts/perform/use-server-answer.ts'
import { Button } from '../ui/form/button.tsx'
import { momentTitle } from '../ui/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { showMore } from '../ui/show-more.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeskPage } from './desk-page.tsx'
import { auditQuery } from './desk-queries.ts'

type Entries = AuditLogQuery['auditLog']

/** So many come at once; many that get a status together are as many entries. */
const atOnce = 200

/** In the words of the desk; what a newer server writes down besides keeps its name. */
const deedTitles: ReadonlyMap<string, string> = new Map([
  ['updateFeedback', 'Changed'],
  ['updateFeedbackStatus', 'Set the status'],
  ['deleteFeedback', 'Deleted'],
  ['updateRole', 'Changed the role'],
  ['unlockUser', 'Unlocked'],
  ['resetLink', 'Made a reset link'],
  ['endSessions', 'Signed out everywhere'],
  ['deleteUser', 'Deleted the account'],
  ['readMail', 'Read a kept mail'],
])

export function AuditScreen({ network }: { readonly network: Asker }) {
  const { answer, again } = useServerAnswer(network, auditQuery, { first: atOnce })
  const [older, setOlder] = useState<readonly Entries[]>([])
  const [busy, setBusy] = useState(false)
  const toasts = useToasts()
  const pages = answer.kind === 'answer' ? [answer.data.auditLog, ...older] : []
  const entries = pages.flat()

  async function handleOlder({ currentTarget: button }: MouseEvent<HTMLElement>) {
    setBusy(true)
    const page = { first: atOnce, after: entries.at(-1)?.id ?? null }
    const found = await askServer(network, auditQuery, page)
    setBusy(false)
    if (found.kind !== 'answer') return toasts.show({ text: failureOf(found) })
    showMore(button, () => setOlder([...older, found.data.auditLog]))
  }

  return (
    <DeskPage title="Log" answer={answer} onAgain={again}>
      {answer.kind === 'answer' && entries.length === 0 ? (
        <Notice title="Nothing yet">What the support team does is written down here.</Notice>
      ) : null}
      {entries.length === 0 ? null : (
        <table
          aria-label="What staff did"
          className="w-full text-left max-wide:block wide:table-fixed"
        >
          {/* On a phone when and who stand above what: three columns would leave two words for each. */}
          <thead className="max-wide:sr-only">
            <tr className="border-b border-line text-sm text-quiet">
              <th scope="col" className="w-36">
                When
              </th>
              <th scope="col" className="w-48">
                Who
              </th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody className="max-wide:block">
            {entries.map(({ id, at, userId, userName, action, subject, subjectName, detail }) => (
              <tr
                key={id}
                className="border-b border-line max-wide:flex max-wide:flex-wrap max-wide:gap-x-3 max-wide:py-2 wide:align-top"
              >
                <td className="max-wide:text-quiet wide:py-2 wide:pr-3">
                  {momentTitle(Date.parse(at), Date.now())}
                </td>
                <td className="max-wide:text-quiet wide:py-2 wide:pr-3">
                  {userName ?? `User ${userId}`}
                </td>
                <td className="max-wide:basis-full wide:py-2">
                  {deedTitles.get(action) ?? action} ·{' '}
                  {subjectName === null ? subject : `${subjectName} (${subject})`}
                  {detail === null ? '' : ` · ${detail}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pages.at(-1)?.length === atOnce ? (
        <Button className="self-start" busy={busy} onClick={event => void handleOlder(event)}>
          Show older
        </Button>
      ) : null}
    </DeskPage>
  )
}
