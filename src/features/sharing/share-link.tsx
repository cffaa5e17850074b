/** One link that makes a friend and shares this list; made on the device, so that it can be shown at once. */

import { useState } from 'react'
import { createShareLink, endShareLinks } from '../../cache/edits/sharing-edits.ts'
import { useSync } from '../../cache/hooks/sync/use-sync.ts'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { useWaiting } from '../../cache/hooks/sync/use-waiting.ts'
import type { Permission, ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { InviteTools } from '../../parts/account/invite-tools.tsx'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { Button } from '../../ui/form/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { Said, useSaid } from '../../ui/said.tsx'
import { words } from './person-permission.tsx'

export function ShareLink({ list }: { readonly list: ShoppingListFieldsFragment }) {
  const perform = usePerform()
  const [permission, setPermission] = useState<Permission>('EDIT')
  const [inviteId, setInviteId] = useState<string>()
  /** The edit that made the link, or ended all. */
  const [doneId, setDoneId] = useState<string>()
  const [said, setSaid] = useSaid()
  const waiting = useWaiting()
  const refused = useTray().find(({ entries }) => entries.some(entry => entry.id === doneId))
  const isOnline = useSync(sync => sync.initialised && sync.reachable)
  const isWaiting = waiting.some(entry => entry.variables.inviteId === inviteId)
  const isEnding =
    !isOnline &&
    waiting.some(
      ({ name, variables }) => name === endShareLinks.name && variables.shoppingListId === list.id,
    )

  // That nothing waits any more does not say that it was done.
  if (refused !== undefined) {
    const what =
      inviteId === undefined ? 'The links could not be ended.' : 'The link could not be made.'
    setDoneId(undefined)
    setInviteId(undefined)
    setSaid(`${what} ${refused.refusal.message}`)
  }

  function handleMake() {
    const made = randomInvite()
    setDoneId(perform(createShareLink, { shoppingListId: list.id, permission, inviteId: made }))
    setInviteId(made)
    setSaid('')
  }

  function handleEnd() {
    setDoneId(perform(endShareLinks, { shoppingListId: list.id }))
    setInviteId(undefined)
    setSaid('All links to this list end. Who came by one stays.')
  }

  return (
    <section aria-label="Link" className="flex flex-col gap-3 rounded-box bg-surface p-3">
      <p className="text-sm text-quiet">
        Whoever opens the link becomes your friend and has this list
        {inviteId === undefined ? '' : `, with “${words[permission]}”`}. It works for seven days.
      </p>
      {inviteId === undefined ? (
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label="Whoever opens it may"
            value={permission}
            onChange={event => setPermission(readPermission(event.target.value))}
            options={[
              ['VIEW', 'View'],
              ['EDIT', 'Edit'],
              ['ADMIN', 'Admin'],
            ]}
          />
          <Button look="primary" onClick={handleMake}>
            Share by link
          </Button>
        </div>
      ) : (
        <>
          {isWaiting ? (
            <p className="text-sm text-warning">
              {isOnline
                ? 'The link works in a moment, once it has been sent.'
                : 'You are offline: the link works once this device is online again.'}
            </p>
          ) : null}
          <InviteTools
            inviteId={inviteId}
            copyLabel="Copy link"
            codeLabel={`Code that shares ${list.name}`}
          />
        </>
      )}
      {/* Above the button: the sheet may end beneath it. */}
      <Said className="empty:absolute text-sm">
        {isEnding
          ? 'You are offline: earlier links end once this device is online again. Whoever came by one stays.'
          : said}
      </Said>
      <Button look="quiet" className="-ml-4 self-start text-sm" onClick={handleEnd}>
        End all links
      </Button>
    </section>
  )
}

/** 128 bits that nobody can guess. */
function randomInvite(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function readPermission(value: string): Permission {
  return value === 'VIEW' || value === 'ADMIN' ? value : 'EDIT'
}
