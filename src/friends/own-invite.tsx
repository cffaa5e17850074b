/** One's own invitation: whoever opens it becomes a friend. It can be made anew, which kills the old one. */

import { useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useInviteId } from '../cache/hooks/use-invite-id.ts'
import { writeInviteId } from '../cache/records/friends.ts'
import { RenewInviteIdDocument } from '../generated/operations.ts'
import { InviteTools } from '../parts/account/invite-tools.tsx'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Button } from '../ui/form/button.tsx'
import { Said } from '../ui/said.tsx'

interface OwnInviteProps {
  readonly network: Asker
  /** Nobody is there yet: the code is in sight from the start. */
  readonly alone: boolean
}

const renewInviteId = { document: RenewInviteIdDocument, note: defaultNotes.updating('User') }

export function OwnInvite({ network, alone }: OwnInviteProps) {
  const inviteId = useInviteId()
  const offline = useOffline()
  // It stays in sight when the first person is there: nothing moves under the finger that asked them.
  const [wasAlone, setWasAlone] = useState(alone)
  if (alone && !wasAlone) setWasAlone(true)
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  if (inviteId === undefined) return null

  async function handleRenew() {
    setSaid('')
    const answer = await askServer(network, renewInviteId, {})
    if (answer.kind === 'answer') {
      writeInviteId(offline.cache, answer.data.renewInviteId)
      setSaid('The old link and code are worth nothing any more.')
    } else {
      setSaid(
        answer.kind === 'offline'
          ? 'The server did not answer. The old link may still work; try again later.'
          : failureOf(answer),
      )
    }
  }

  return (
    <section aria-label="Your invitation" className="flex flex-col gap-2">
      <InviteTools
        key={wasAlone ? 'alone' : 'known'}
        inviteId={inviteId}
        copyLabel="Copy invite link"
        codeLabel="Code with your invitation"
        showsCode={wasAlone}
      />
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-quiet">
        <span>Whoever opens it becomes your friend.</span>
        <Button look="quiet" className="-ml-4 text-sm" onClick={() => setAsking(true)}>
          Make a new link
        </Button>
      </div>
      <Said className="empty:absolute text-sm">{said}</Said>
      <ConfirmDialog
        title="Make a new link?"
        action="Make a new link"
        open={asking}
        onConfirm={() => void handleRenew()}
        onClose={() => setAsking(false)}
      >
        The old link and code stop working for everybody who has them. Friends stay friends.
      </ConfirmDialog>
    </section>
  )
}
