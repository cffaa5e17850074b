/** An invitation: who invites and to what, readable before signing up; one button to accept it. */

import { Link, useNavigate } from '@tanstack/react-router'
import { use, useCallback, useEffect, useState } from 'react'
import { defaultNotes } from '../../rules/default-notes.ts'
import { fullName } from '../../rules/people/full-name.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { AcceptInviteDocument } from '../generated/operations.ts'
import type { InvitationAnswer, Invitations } from '../network/session/invitations.ts'
import type { Session } from '../network/session/session.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import type { Readable } from '../offline/readable.ts'
import { invitePath } from '../parts/account/invite-path.ts'
import { SignInFrame } from '../parts/account/sign-in-frame.tsx'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'
import { useAsked } from '../parts/perform/use-asked.ts'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { FormError } from '../ui/form/form-error.tsx'
import { BackOnline } from '../ui/loading/back-online.ts'
import { Loading } from '../ui/loading/loading.tsx'
import { PersonCircle } from '../ui/person-circle.tsx'

interface InviteScreenProps {
  readonly inviteId: string
  readonly invitations: Invitations
  readonly network: Asker
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  /** Whether the server said who is signed in here, or did not answer. */
  readonly account: Readable<{ readonly checked: boolean }>
  /** They are friends now; with the list that came with it. */
  readonly onAccepted: (listId: string | undefined) => void
}

const acceptInvite = { document: AcceptInviteDocument, note: defaultNotes.creating('Friend') }

const deadLink = 'This invitation does not work any more. Ask whoever sent it for a new one.'

export function InviteScreen(props: InviteScreenProps) {
  const { inviteId, invitations, session, account } = props
  const { checked } = useReadable(account)
  const { status, user } = useReadable(session.state)
  const look = useCallback(async (): Promise<InvitationAnswer> => {
    if (inviteId === '') return { kind: 'refused', message: deadLink }
    const answer = await invitations.look(inviteId)
    // There was no network, and nobody has asked since.
    const isOpen = account.get().checked && session.state.get().status === 'NOT_KNOWN'
    if (answer.kind === 'answer' && isOpen) await session.checkStatus()
    return answer
  }, [inviteId, invitations, session, account])
  const { answer, again } = useAsked(look)
  const onBackOnline = use(BackOnline)
  const isUnknown = status === 'NOT_KNOWN'
  useEffect(() => (isUnknown ? onBackOnline(again) : undefined), [isUnknown, onBackOnline, again])

  const asking = answer.kind === 'asking'
  if (asking && !answer.again) {
    return (
      <SignInFrame title="Invitation">
        <Loading />
      </SignInFrame>
    )
  }
  if (answer.kind !== 'answer') {
    return (
      <SignInFrame title="Invitation">
        <p role="status">{asking ? 'Asking the server…' : answer.message}</p>
        <div className="flex flex-wrap gap-2">
          {answer.kind === 'refused' ? null : (
            <Button look="primary" busy={asking} onClick={again}>
              Try again
            </Button>
          )}
          <Link to="/" className={buttonClass('secondary')}>
            To the start
          </Link>
        </div>
      </SignInFrame>
    )
  }
  const signedIn = status === 'LOGGED_IN' ? user : undefined
  if (signedIn?.inviteId === inviteId) {
    return (
      <SignInFrame title="Your own invitation">
        <p>Whoever else opens it becomes your friend.</p>
        <Link to="/product/friends" className={buttonClass('secondary')}>
          To your friends
        </Link>
      </SignInFrame>
    )
  }
  const { firstName, listName, permission } = answer.invitation
  return (
    <SignInFrame title={`${firstName} invites you`}>
      <div className="flex items-center gap-3">
        <PersonCircle name={firstName} plain />
        <p className="flex-1">
          {listName === undefined
            ? `${firstName} wants to share shopping lists with you.`
            : `${firstName} shares the list “${listName}” with you. ${may[permission ?? ''] ?? ''}`}
        </p>
      </div>
      <p className="text-quiet">
        You become friends, if you are not yet: you see each other’s name, email and phone number,
        and can share lists. You can end that at any time.
      </p>
      {signedIn !== undefined ? (
        <Accept {...props} signedIn={signedIn} />
      ) : checked ? (
        <WaysIn inviteId={inviteId} />
      ) : (
        <Loading />
      )}
    </SignInFrame>
  )
}

const may: Readonly<Record<string, string>> = {
  VIEW: 'You can look at it.',
  EDIT: 'You can add, change and tick.',
  ADMIN: 'You can change everything about it.',
}

function WaysIn({ inviteId }: { readonly inviteId: string }) {
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="primary"
        onClick={() => navigate({ to: '/signup', search: { inviteId, addFriend: true } })}
      >
        Create account
      </Button>
      <Button onClick={() => navigate({ to: '/login', search: { next: invitePath(inviteId) } })}>
        Sign in
      </Button>
    </div>
  )
}

function Accept({
  inviteId,
  network,
  signedIn,
  onAccepted,
}: InviteScreenProps & { readonly signedIn: SessionUser }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isOver, setOver] = useState(false)

  async function handleAccept() {
    setBusy(true)
    setError(undefined)
    const answer = await askServer(network, acceptInvite, { inviteId })
    if (answer.kind === 'answer') return onAccepted(answer.data.acceptInvite.shoppingList?.id)
    setBusy(false)
    setError(failureOf(answer))
    // It is used up, has ended, or is one's own: that stays so.
    setOver(answer.kind === 'failed' && answer.code === 'NOT_FOUND')
  }

  return (
    <div className="flex flex-col gap-2">
      <FormError>{error}</FormError>
      {isOver ? (
        <Link ref={focus} to="/product" className={buttonClass('secondary')}>
          To your lists
        </Link>
      ) : (
        <Button look="primary" busy={busy} onClick={() => void handleAccept()}>
          Accept
        </Button>
      )}
      <p className="text-sm text-quiet">
        You are signed in as {fullName(signedIn.firstName, signedIn.lastName)}.
      </p>
    </div>
  )
}

/** It stands where the button was that was pressed. */
function focus(link: HTMLElement | null) {
  link?.focus()
}
