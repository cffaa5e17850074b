/** One person a row, with what can be done about them. All of it works without a network. */

import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { counted } from '../../rules/validation-issue.ts'
import { answerFriend, removeFriend, requestCacheId } from '../cache/edits/friend-edits.ts'
import { useMark } from '../cache/hooks/sync/use-mark.ts'
import { useDerived } from '../cache/hooks/use-derived.ts'
import { friendCacheId } from '../cache/records/cache-ids.ts'
import { friendName } from '../cache/records/friends.ts'
import type { FriendFieldsFragment, FriendStatus } from '../generated/operations.ts'
import { usePerform } from '../parts/perform/use-perform.ts'
import { useWaitingWords } from '../parts/use-waiting-words.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Button } from '../ui/form/button.tsx'
import { dateTitle } from '../ui/moment.ts'
import { PersonCircle } from '../ui/person-circle.tsx'
import { PlainList } from '../ui/plain-list.tsx'
import { sharedLists } from './shared-lists.ts'

interface RowProps {
  readonly friend: FriendFieldsFragment
}

/** They ask: one taps, once it is clear who it is. */
export function RequestRow({ friend }: RowProps) {
  const { answer, remove, whom } = useAnswers(friend)
  return (
    <Row friend={friend} whom={whom} detail={friend.friendUser.email ?? undefined}>
      <span className="flex gap-3">
        <Button look="primary" aria-describedby={whom} onClick={() => answer('ACCEPTED')}>
          Accept
        </Button>
        <Button aria-describedby={whom} onClick={() => answer('REJECTED')}>
          Reject
        </Button>
      </span>
      <span className="flex gap-3 max-sm:-ml-4 sm:-mr-4">
        <Button look="quiet" aria-describedby={whom} onClick={() => answer('BLOCKED')}>
          Block
        </Button>
        <Button look="quiet" aria-describedby={whom} onClick={remove}>
          Remove
        </Button>
      </span>
    </Row>
  )
}

export function FriendRow({ friend }: RowProps) {
  const { answer, remove, whom } = useAnswers(friend)
  const lists = useDerived(sharedLists, friend.friendId)
  const [asking, setAsking] = useState<'remove' | 'block'>()
  const name = friendName(friend)
  return (
    <Row friend={friend} whom={whom} detail={friend.friendUser.email ?? undefined}>
      {lists.length === 0 ? null : (
        <details className="w-full">
          <summary className="min-h-12 cursor-pointer content-center text-sm text-quiet">
            {counted(lists.length, 'list')} with you
          </summary>
          <PlainList className="pb-2">
            {lists.map(list => (
              <li key={list.id}>
                <Link
                  to="/product/shoppinglist"
                  search={{ list: list.id }}
                  className="flex min-h-12 items-center text-link underline"
                >
                  {list.name}
                </Link>
              </li>
            ))}
          </PlainList>
        </details>
      )}
      <Button aria-describedby={whom} onClick={() => setAsking('remove')}>
        Remove
      </Button>
      <Button look="quiet" aria-describedby={whom} onClick={() => setAsking('block')}>
        Block
      </Button>
      <ConfirmDialog
        title={asking === 'block' ? `Block ${name}?` : `Remove ${name}?`}
        action={asking === 'block' ? 'Block' : 'Remove'}
        open={asking !== undefined}
        onConfirm={() => (asking === 'block' ? answer('BLOCKED') : remove())}
        onClose={() => setAsking(undefined)}
      >
        Every list that one of you shares with the other leaves the other’s devices. Those that
        somebody else shares with both of you stay.
        {asking === 'block' ? ' They cannot ask you again.' : ''}
      </ConfirmDialog>
    </Row>
  )
}

/** Asked. In words that are true of whoever said no, too, and the same: nobody is told of that. */
export function AskedRow({ friend }: RowProps) {
  const { remove, whom } = useAnswers(friend)
  const mark = useMark(requestCacheId(friend.friendUser.email ?? ''))
  // The last change may be their answer: it is not the day on which they were asked.
  const askedAt = friend.theirStatus === 'INVITED' ? friend.updatedAt : friend.createdAt
  const day = dateTitle(Date.parse(askedAt), Date.now(), { month: 'long' })
  const waiting = useWaitingWords()
  const asked = `Asked on ${day}, not accepted yet`
  const detail = mark === 'waiting' ? waiting : mark === 'saving' ? undefined : asked
  return (
    <Row friend={friend} whom={whom} detail={detail} isRefused={mark === 'refused'}>
      <Button look="quiet" className="-mr-4" aria-describedby={whom} onClick={remove}>
        Remove
      </Button>
    </Row>
  )
}

export function RefusedRow({ friend }: RowProps) {
  const { answer, remove, whom } = useAnswers(friend)
  return (
    <Row friend={friend} whom={whom} detail={undefined}>
      {friend.theirStatus === 'ACCEPTED' ? (
        <Button aria-describedby={whom} onClick={() => answer('ACCEPTED')}>
          Accept
        </Button>
      ) : null}
      <Button look="quiet" className="-mr-4" aria-describedby={whom} onClick={remove}>
        {friend.myStatus === 'BLOCKED' ? 'Unblock' : 'Remove'}
      </Button>
    </Row>
  )
}

function useAnswers({ id }: FriendFieldsFragment) {
  const perform = usePerform()
  const whom = useId()
  return {
    answer: (firendStatus: FriendStatus) => perform(answerFriend, { id, firendStatus }),
    remove: () => perform(removeFriend, { id }),
    /** Of the words that say who it is: the same button stands in each row. */
    whom,
  }
}

function Row({
  friend,
  whom,
  detail,
  isRefused = false,
  children,
}: RowProps & {
  readonly whom: string
  readonly detail: string | undefined
  /** Of a request, whose mark is not its record's. */
  readonly isRefused?: boolean
  readonly children: ReactNode
}) {
  const name = friendName(friend)
  const own = useMark(friendCacheId(friend.id))
  const mark = isRefused ? 'refused' : own
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-0"
    >
      <PersonCircle id={friend.friendId} name={name} plain />
      <span id={whom} className="min-w-[min(10rem,100%)] flex-1 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {detail === undefined || detail === name ? null : (
          <span className="block text-sm text-quiet">{detail}</span>
        )}
        {mark === undefined || mark === 'saving' ? null : (
          <span className="delayed block text-sm text-primary">
            {mark === 'refused' ? 'not saved' : 'waiting'}
          </span>
        )}
      </span>
      {children}
    </li>
  )
}
