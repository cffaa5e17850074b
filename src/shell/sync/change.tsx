/** What a person typed with one change, below the sentence that tells it. */
import { useState } from 'react'
import { countTitle } from '../../../rules/validation-issue.ts'
import { entryDetails, type RecordDetails } from '../../cache/edits/entry-details.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useSentence } from '../../cache/hooks/use-sentence.ts'
import type { Entry } from '../../offline/outbox/edit.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { Unfolded } from './unfolded.tsx'

/** As many are read at a glance. */
const shownAtOnce = 3

interface ChangeProps {
  readonly entry: Entry
  /** Of the sentence. */
  readonly id?: string
}

export function Change({ entry, id }: ChangeProps) {
  const { cache } = useOffline()
  const sentence = useSentence(entry)
  const [records] = useState(() => entryDetails(cache, entry, sentence))
  const own = records.filter(({ name }) => name === undefined)
  const others = records.filter(({ name }) => name !== undefined)
  return (
    <>
      <p id={id}>{sentence}</p>
      <Records records={own} />
      {others.length > shownAtOnce ? (
        <Unfolded title={`${countTitle(others.length)} items`}>
          {() => <Records records={others} />}
        </Unfolded>
      ) : (
        <Records records={others} />
      )}
    </>
  )
}

function Records({ records }: { readonly records: readonly RecordDetails[] }) {
  if (records.length === 0) return null
  return (
    <PlainList className="text-sm">
      {records.map(({ name, details }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may be called the same, and none moves.
        <li key={at}>
          {name === undefined ? null : <p>{name}</p>}
          {details.length === 0 ? null : (
            <dl className={name === undefined ? '' : 'pl-4'}>
              {details.map(({ title, value }) => (
                <div key={title}>
                  <dt className="inline text-quiet">{title}: </dt>
                  <dd className="inline whitespace-pre-line">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </PlainList>
  )
}
