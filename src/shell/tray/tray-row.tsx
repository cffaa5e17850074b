/** One change that the server would not take, or all of one list or item that is gone, and what can be done about it. */
import { useId, useState } from 'react'
import { counted, countTitle } from '../../../rules/validation-issue.ts'
import { type Rescue, rescue, rescueOfRow, unnamed } from '../../cache/edits/bring-back.ts'
import { entryDetails, entryText } from '../../cache/edits/entry-details.ts'
import { entrySentence } from '../../cache/edits/entry-sentence.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { TrayEntry } from '../../offline/outbox/edit.ts'
import { copyAndTell } from '../../ui/copy-text.ts'
import { Button } from '../../ui/form/button.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { Said, useSaid } from '../../ui/said.tsx'
import { Change } from '../sync/change.tsx'
import { Unfolded } from '../sync/unfolded.tsx'
import { changesOf, DiscardDialog } from './discard-dialog.tsx'

interface TrayRowProps {
  readonly row: readonly TrayEntry[]
  readonly entry: TrayEntry
  /** It was brought back, and is on this list now. */
  readonly onRescued: (wanted: Rescue, listId: string) => void
}

export function TrayRow({ row, entry, onRescued }: TrayRowProps) {
  const offline = useOffline()
  const { cache } = offline
  /** Of the sentence that says what it is: the same buttons stand in each row. */
  const what = useId()
  const [issue, setIssue] = useState('')
  const [copied, setCopied] = useSaid()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const entries = row.flatMap(one => one.entries)
  const [first, ...followers] = entries
  const wanted = rescueOfRow(cache, row)

  async function perform(work: () => Promise<unknown>) {
    setBusy(true)
    setIssue('')
    try {
      await work()
    } catch (error) {
      setIssue(error instanceof Error ? error.message : 'That did not work. Try again.')
    } finally {
      setBusy(false)
    }
  }
  const performEach = (work: (trayId: string) => Promise<void>) =>
    perform(() => Promise.all(row.map(({ id }) => work(id))))

  const discard = () => performEach(offline.discard)

  async function handleCopy() {
    const text = entries.map(one => {
      const sentence = entrySentence(cache, one)
      return entryText(sentence, entryDetails(cache, one, sentence))
    })
    setCopied(await copyAndTell(text.join('\n')))
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-60">
        {first === undefined ? (
          <p id={what}>{entrySentence(cache, entry)}</p>
        ) : (
          <Change entry={first} id={what} />
        )}
        <p className="text-sm text-quiet">{entry.refusal.message}</p>
        {followers.length === 0 ? null : (
          <Unfolded title={followersTitle(row, wanted, followers.length)}>
            {() => (
              <PlainList className="flex flex-col gap-1">
                {followers.map(follower => (
                  <li key={follower.id}>
                    <Change entry={follower} />
                  </li>
                ))}
              </PlainList>
            )}
          </Unfolded>
        )}
        {wanted?.kind === 'keep-as-new-list' ? (
          <p className="text-sm text-quiet">{keptSentence(wanted)}</p>
        ) : null}
        <Said className="text-sm empty:absolute">{copied}</Said>
        <p role="alert" className="text-sm text-error">
          {issue}
        </p>
      </div>
      <div className="flex max-w-full flex-wrap gap-2">
        {wanted === undefined ? null : (
          <Button
            look="primary"
            aria-describedby={what}
            busy={busy}
            onClick={() => perform(async () => onRescued(wanted, await rescue(offline, row)))}
          >
            {rescueTitles[wanted.kind]}
          </Button>
        )}
        {first === undefined ? null : (
          <>
            <Button
              aria-describedby={what}
              busy={busy}
              onClick={() => performEach(offline.tryAgain)}
            >
              Try again
            </Button>
            <Button look="quiet" aria-describedby={what} onClick={() => void handleCopy()}>
              Copy
            </Button>
          </>
        )}
        <Button
          look="quiet"
          aria-describedby={what}
          busy={busy}
          onClick={() => (changesOf(row) > 1 ? setAsking(true) : discard())}
        >
          Discard
        </Button>
        <DiscardDialog
          tray={row}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => void discard()}
        />
      </div>
    </li>
  )
}

function followersTitle(
  row: readonly TrayEntry[],
  wanted: Rescue | undefined,
  count: number,
): string {
  const changes = counted(count, 'change')
  if (row.length > 1) return `and ${changes} of the same ${titleOf(wanted)}`
  return `and ${changes} that ${count === 1 ? 'needs' : 'need'} it`
}

function titleOf(wanted: Rescue | undefined): string {
  if (wanted?.kind !== 'bring-back') return 'list'
  return wanted.items.length > 1 ? 'items' : 'item'
}

const rescueTitles: Readonly<Record<Rescue['kind'], string>> = {
  'bring-back': 'Bring it back',
  'keep-as-new-list': 'Keep as a new list',
}

/** What comes of it, before it is pressed. */
function keptSentence({
  list,
  items,
}: Extract<Rescue, { readonly kind: 'keep-as-new-list' }>): string {
  const [first] = items
  const what =
    items.length === 0
      ? 'nothing on it'
      : items.length === 1
        ? String(first?.name)
        : `${countTitle(items.length)} items`
  return `“${rescueTitles['keep-as-new-list']}” makes a list ${list.name ?? unnamed} of your own with ${what}.`
}
