/** What the server would not take, with its full content, until its author tries again or lets it go. */
import { useNavigate } from '@tanstack/react-router'
import { type Ref, useId, useState } from 'react'
import { countTitle } from '../../../rules/validation-issue.ts'
import { type Rescue, trayRows } from '../../cache/edits/bring-back.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { listName } from '../../cache/policies/list-name.ts'
import type { TrayEntry } from '../../offline/outbox/edit.ts'
import { Button } from '../../ui/form/button.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { showMore } from '../../ui/show-more.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { TrayBatch } from './tray-batch.tsx'
import { TrayRow } from './tray-row.tsx'

interface TrayProps {
  /** The list that is looked at, there or not. */
  readonly chosenId: string | undefined
  readonly ref: Ref<HTMLElement>
}

export function Tray(props: TrayProps) {
  const tray = useTray()
  return tray.length === 0 ? null : <TrayRows tray={tray} {...props} />
}

/** More are drawn when they are asked for. */
const shownAtOnce = 30

function TrayRows({ tray, chosenId, ref }: TrayProps & { readonly tray: readonly TrayEntry[] }) {
  const { cache } = useOffline()
  const title = useId()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [most, setMost] = useState(shownAtOnce)
  const rows = trayRows(cache, tray)

  function handleRescued(wanted: Rescue, listId: string) {
    const open = () => navigate({ to: '/product', search: { list: listId } })
    if (listId === chosenId) return
    // The list that was looked at is gone: where it lives on is what is looked for.
    if (wanted.listId === chosenId) return void open()
    toasts.show({
      type: 'success',
      text: `It is on the list ${listName(cache, listId)}.`,
      action: { label: 'Open', onPress: open },
    })
  }

  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={title} className="py-2">
      <h2 id={title} className="font-semibold text-error">
        Could not be saved
      </h2>
      <PlainList className="divide-y divide-line">
        {rows.slice(0, most).map(row => {
          const [entry] = row
          if (entry === undefined) return null
          return <TrayRow key={entry.id} row={row} entry={entry} onRescued={handleRescued} />
        })}
      </PlainList>
      {rows.length > 1 ? (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-2">
          {rows.length > most ? (
            <Button
              look="quiet"
              onClick={({ currentTarget: button }) =>
                showMore(button, () => setMost(most + shownAtOnce))
              }
            >
              {`Show more (${countTitle(rows.length - most)})`}
            </Button>
          ) : null}
          <TrayBatch tray={tray} />
        </div>
      ) : null}
    </section>
  )
}
