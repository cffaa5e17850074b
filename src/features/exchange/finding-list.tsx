import type { Finding } from '../../../rules/exchange/exchange-list.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { PlainList } from '../../ui/plain-list.tsx'

/** Enough to see what is wrong; the rest is likely to be the same. */
const shownFindings = 20

/** The report by line. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const more = findings.length - shownFindings
  return (
    <PlainList className="max-h-[30dvh] overflow-y-auto text-sm">
      {findings.slice(0, shownFindings).map(({ where, message }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the report of one file never changes
        <li key={place} className="border-t border-line py-1.5">
          <span className="font-semibold">{where}:</span> {message}
        </li>
      ))}
      {more > 0 ? (
        <li className="border-t border-line py-1.5 text-quiet">and {countTitle(more)} more</li>
      ) : null}
    </PlainList>
  )
}
