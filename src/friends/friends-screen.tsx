/** Friends: who asks, who is one, who was turned down; and the ways to meet. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { compareNames } from '../../rules/lists/sort.ts'
import { areFriends, isAsked, isRefusal, isRequest } from '../../rules/people/friends.ts'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { useFriends } from '../cache/hooks/use-friends.ts'
import { friendName, standingOf } from '../cache/records/friends.ts'
import type { FriendFieldsFragment } from '../generated/operations.ts'
import { UnprovenAddress } from '../parts/account/unproven-address.tsx'
import { ListsLoading } from '../parts/lists-loading.tsx'
import type { Asker } from '../parts/perform/ask-server.ts'
import { PageBody } from '../ui/page-body.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { AskedRow, FriendRow, RefusedRow, RequestRow } from './friend-rows.tsx'
import { OwnInvite } from './own-invite.tsx'
import { RequestForm } from './request-form.tsx'

interface FriendsScreenProps {
  readonly header: ReactNode
  readonly network: Asker
  readonly ownEmail?: string | undefined
  /** Nobody has proven that the address is this person's: who asks for them by it waits in vain. */
  readonly asksToVerify?: boolean | undefined
}

export function FriendsScreen({ header, network, ownEmail, asksToVerify }: FriendsScreenProps) {
  const all = useFriends()
  return (
    <>
      {header}
      <PageBody className="gap-5">
        {asksToVerify && ownEmail !== undefined ? (
          <UnprovenAddress email={ownEmail}>
            <Link
              to="/product/account"
              className="inline-flex min-h-12 items-center self-start text-link underline"
            >
              Prove it in your account settings
            </Link>
          </UnprovenAddress>
        ) : null}
        <OwnInvite network={network} alone={all?.length === 0} />
        <RequestForm ownEmail={ownEmail} />
        {all === undefined ? <NoFriendsHere /> : <Friends all={all} />}
      </PageBody>
    </>
  )
}

/** On a device that the server has told of nobody yet. */
function NoFriendsHere() {
  const reachable = useSync(sync => sync.reachable)
  if (reachable) return <ListsLoading failed="Your friends could not be fetched" />
  return (
    <p className="text-quiet">
      Your friends come as soon as the server can be reached. You can ask somebody by their address
      now: it is sent then.
    </p>
  )
}

function Friends({ all }: { readonly all: readonly FriendFieldsFragment[] }) {
  const sorted = all.toSorted((a, b) => compareNames(friendName(a), friendName(b)))
  const those = (is: (standing: ReturnType<typeof standingOf>) => boolean) =>
    sorted.filter(friend => is(standingOf(friend)))
  const requests = those(isRequest)
  const friends = those(areFriends)
  const asked = those(isAsked)
  const blocked = sorted.filter(friend => friend.myStatus === 'BLOCKED')
  const rejected = sorted.filter(friend => friend.myStatus === 'REJECTED')
  if (requests.length + friends.length + asked.length + blocked.length + rejected.length === 0) {
    return (
      <p className="text-quiet">
        Nobody here yet. Let somebody scan the code above, send them the link, or ask by their
        address. Friends can share lists.
      </p>
    )
  }
  return (
    <>
      <Section title="Requests" friends={requests} row={RequestRow} />
      <Section title="Friends" friends={friends} row={FriendRow} />
      <Section title="Asked" friends={asked} row={AskedRow} />
      <Folded title="Rejected" friends={rejected} />
      <Folded title="Blocked" friends={blocked} />
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly friends: readonly FriendFieldsFragment[]
}

function Section({
  title,
  friends,
  row: Row,
}: SectionProps & {
  readonly row: (props: { readonly friend: FriendFieldsFragment }) => ReactNode
}) {
  if (friends.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="pb-1 text-lg font-semibold text-primary">
        {title} ({friends.length})
      </h2>
      <PlainList>
        {friends.map(friend => (
          <Row key={friend.id} friend={friend} />
        ))}
      </PlainList>
    </section>
  )
}

function Folded({ title, friends }: SectionProps) {
  const turnedDown = friends.filter(({ myStatus }) => isRefusal(myStatus))
  if (turnedDown.length === 0) return null
  return (
    <details>
      <summary className="min-h-12 cursor-pointer content-center text-quiet">
        {title} ({turnedDown.length})
      </summary>
      <PlainList aria-label={title}>
        {turnedDown.map(friend => (
          <RefusedRow key={friend.id} friend={friend} />
        ))}
      </PlainList>
    </details>
  )
}
