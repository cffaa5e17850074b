/** What the server would not take, with its full content, until its author tries again or lets it go. */
import { useId, useState } from 'react'
import { type Rescue, rescue, rescueOf, trayRows } from '../cache/bring-back.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useSentence } from '../cache/use-sentence.ts'
import { useTray } from '../cache/use-tray.ts'
import type { Entry, TrayEntry } from '../offline/edit.ts'
import { Button } from '../ui/button.tsx'
import { TrayAnnouncement } from './tray-announcement.tsx'

export function Tray() {
  const tray = useTray()
  return (
    <>
      <TrayAnnouncement count={tray.length} />
      {tray.length === 0 ? null : <TrayRows tray={tray} />}
    </>
  )
}

function TrayRows({ tray }: { readonly tray: readonly TrayEntry[] }) {
  const { cache } = useOffline()
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      className="aside-safe max-h-[45dvh] flex-none overflow-y-auto border-b border-line bg-surface py-3"
    >
      <h2 id={title} className="font-semibold text-error">
        Could not be saved
      </h2>
      <ul className="divide-y divide-line">
        {trayRows(cache, tray).map(row => (
          <TrayRow key={row[0]?.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function TrayRow({ row }: { readonly row: readonly TrayEntry[] }) {
  const offline = useOffline()
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const [entry] = row
  if (entry === undefined) return null
  const [first, ...followers] = row.flatMap(one => one.entries)
  const wanted = rescueOf(offline.cache, entry)

  async function perform(work: () => Promise<unknown>) {
    setBusy(true)
    setComplaint('')
    try {
      await work()
    } catch (error) {
      setComplaint(error instanceof Error ? error.message : 'That did not work. Try again.')
    } finally {
      setBusy(false)
    }
  }
  const performEach = (work: (trayId: string) => Promise<void>) =>
    perform(() => Promise.all(row.map(({ id }) => work(id))))

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Sentence entry={first ?? entry} />
        <p className="text-sm text-quiet">{entry.refusal.message}</p>
        {followers.length === 0 ? null : (
          <details className="text-sm text-quiet">
            <summary className="min-h-12 content-center">
              {followersTitle(row, followers.length)}
            </summary>
            {followers.map(follower => (
              <Sentence key={follower.id} entry={follower} />
            ))}
          </details>
        )}
        <p role="alert" className="text-sm text-error">
          {complaint}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 wrap-normal">
        {wanted === undefined ? null : (
          <Button
            look="primary"
            disabled={busy}
            onClick={() => perform(() => rescue(offline, row))}
          >
            {rescueTitles[wanted.kind]}
          </Button>
        )}
        {first === undefined ? null : (
          <Button disabled={busy} onClick={() => performEach(offline.tryAgain)}>
            Try again
          </Button>
        )}
        <Button look="quiet" disabled={busy} onClick={() => performEach(offline.discard)}>
          Discard
        </Button>
      </div>
    </li>
  )
}

function followersTitle(row: readonly TrayEntry[], count: number): string {
  const changes = count === 1 ? '1 change' : `${count} changes`
  if (row.length > 1) return `and ${changes} of the same list`
  return `and ${changes} that ${count === 1 ? 'needs' : 'need'} it`
}

const rescueTitles: Readonly<Record<Rescue['kind'], string>> = {
  'bring-back': 'Bring it back',
  'keep-as-new-list': 'Keep as a new list',
}

function Sentence({ entry }: { readonly entry: Entry | TrayEntry }) {
  return <p>{useSentence(entry)}</p>
}
