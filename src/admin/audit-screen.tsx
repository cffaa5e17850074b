/** What staff did, the latest first. */
import type { Asker } from '../parts/perform/ask-server.ts'
import { useServerAnswer } from '../parts/perform/use-server-answer.ts'
import { momentTitle } from '../ui/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { DeskPage } from './desk-page.tsx'
import { auditQuery } from './desk-queries.ts'

export function AuditScreen({ network }: { readonly network: Asker }) {
  const { answer, again } = useServerAnswer(network, auditQuery, { first: 500 })
  const entries = answer.kind === 'answer' ? answer.data.auditLog : []
  return (
    <DeskPage title="Log" answer={answer} onAgain={again}>
      {answer.kind === 'answer' && entries.length === 0 ? (
        <Notice title="Nothing yet">What the support team does is written down here.</Notice>
      ) : null}
      {entries.length === 0 ? null : (
        <table aria-label="What staff did" className="w-full table-fixed text-left">
          <thead>
            <tr className="border-b border-line text-sm text-quiet">
              <th scope="col" className="w-[28%]">
                When
              </th>
              <th scope="col" className="w-[28%]">
                Who
              </th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, at, userId, userName, action, subject, detail }) => (
              <tr key={id} className="border-b border-line">
                <td className="py-2 pr-3 break-words">{momentTitle(Date.parse(at), Date.now())}</td>
                <td className="pr-3 break-words">{userName ?? `User ${userId}`}</td>
                <td className="break-words [overflow-wrap:anywhere]">
                  {action} · {subject}
                  {detail === null ? '' : ` · ${detail}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DeskPage>
  )
}
