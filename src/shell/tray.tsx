/** What the server would not take, with its full content, until its author tries again or lets it go. */
import { useId } from 'react'
import { type Rescue, rescue, rescueOf } from '../cache/bring-back.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useSentence } from '../cache/use-sentence.ts'
import { useTray } from '../cache/use-tray.ts'
import type { Entry, TrayEntry } from '../offline/edit.ts'
import { Button } from '../ui/button.tsx'

export function Tray() {
  const tray = useTray()
  const title = useId()
  if (tray.length === 0) return null
  return (
    <section
      aria-labelledby={title}
      className="aside-safe max-h-[45dvh] flex-none overflow-y-auto border-b border-line bg-surface py-3"
    >
      <h2 id={title} className="font-semibold text-error">
        Could not be saved
      </h2>
      <ul className="divide-y divide-line">
        {tray.map(entry => (
          <TrayRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function TrayRow({ entry }: { readonly entry: TrayEntry }) {
  const offline = useOffline()
  const [first, ...followers] = entry.entries
  const wanted = rescueOf(offline.cache, entry)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Sentence entry={first ?? entry} />
        <p className="text-sm text-quiet">{entry.refusal.message}</p>
        {followers.length === 0 ? null : (
          <details className="text-sm text-quiet">
            <summary className="min-h-12 content-center">
              {followers.length === 1
                ? 'and 1 change that needs it'
                : `and ${followers.length} changes that need it`}
            </summary>
            {followers.map(follower => (
              <Sentence key={follower.id} entry={follower} />
            ))}
          </details>
        )}
      </div>
      <div className="flex flex-wrap gap-2 wrap-normal">
        {wanted === undefined ? null : (
          <Button look="primary" onClick={() => rescue(offline, entry)}>
            {rescueTitles[wanted.kind]}
          </Button>
        )}
        {first === undefined ? null : (
          <Button onClick={() => offline.tryAgain(entry.id)}>Try again</Button>
        )}
        <Button look="quiet" onClick={() => offline.discard(entry.id)}>
          Discard
        </Button>
      </div>
    </li>
  )
}

const rescueTitles: Readonly<Record<Rescue['kind'], string>> = {
  'bring-back': 'Bring it back',
  'keep-as-new-list': 'Keep as a new list',
}

function Sentence({ entry }: { readonly entry: Entry | TrayEntry }) {
  return <p>{useSentence(entry)}</p>
}
