import { describe, expect, test } from 'vitest'
import {
  areFriends,
  checkAnswer,
  checkFriendCount,
  checkTurnedDownCount,
  endsShares,
  type FriendStatus,
  friendIdOf,
  isAsked,
  isRequest,
  maySeeAddress,
  requestIdOf,
  shownAnswer,
  staysAfterRemoval,
} from '../../rules/people/friends.ts'

const { INVITED, ACCEPTED, REJECTED, BLOCKED } = {
  INVITED: 'INVITED',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  BLOCKED: 'BLOCKED',
} as const
const statuses: readonly FriendStatus[] = [INVITED, ACCEPTED, REJECTED, BLOCKED]

/** mine, theirs → what holds; all other pairs are none of these. */
const pairs: readonly (readonly [FriendStatus, FriendStatus, readonly string[]])[] = [
  [INVITED, INVITED, []],
  [INVITED, ACCEPTED, ['request', 'address']],
  [INVITED, REJECTED, []],
  [INVITED, BLOCKED, []],
  [ACCEPTED, INVITED, ['asked']],
  [ACCEPTED, ACCEPTED, ['friends', 'address']],
  [ACCEPTED, REJECTED, ['asked']],
  [ACCEPTED, BLOCKED, ['asked']],
  [REJECTED, INVITED, []],
  [REJECTED, ACCEPTED, []],
  [REJECTED, REJECTED, []],
  [REJECTED, BLOCKED, []],
  [BLOCKED, INVITED, []],
  [BLOCKED, ACCEPTED, []],
  [BLOCKED, REJECTED, []],
  [BLOCKED, BLOCKED, []],
]

describe('Friendship', () => {
  test.each(pairs)('mine %s, theirs %s', (mine, theirs, expected) => {
    const standing = { mine, theirs }
    const holds = [
      ['request', isRequest(standing)],
      ['asked', isAsked(standing)],
      ['friends', areFriends(standing)],
      ['address', maySeeAddress(standing)],
    ] as const
    expect(new Set(holds.flatMap(([name, is]) => (is ? [name] : [])))).toEqual(new Set(expected))
  })

  test('who asks is shown nothing of a refusal', () => {
    expect([undefined, ...statuses].map(shownAnswer)).toEqual([
      INVITED,
      INVITED,
      ACCEPTED,
      INVITED,
      INVITED,
    ])
  })

  test('shares end with a block, and with the end of a friendship', () => {
    const ends = (mine: FriendStatus, theirs: FriendStatus, answer: FriendStatus) =>
      endsShares({ mine, theirs }, answer)
    expect(ends(ACCEPTED, ACCEPTED, REJECTED)).toBe(true)
    expect(ends(ACCEPTED, ACCEPTED, BLOCKED)).toBe(true)
    expect(ends(ACCEPTED, ACCEPTED, ACCEPTED)).toBe(false)
    expect(ends(INVITED, ACCEPTED, REJECTED)).toBe(false)
    expect(ends(INVITED, ACCEPTED, BLOCKED)).toBe(true)
  })

  test('a refusal stays though the other one forgets', () => {
    expect(statuses.filter(staysAfterRemoval)).toEqual([REJECTED, BLOCKED])
  })

  test('being invited is no answer', () => {
    expect(statuses.map(status => checkAnswer('firendStatus', status)?.field)).toEqual([
      'firendStatus',
      undefined,
      undefined,
      undefined,
    ])
    expect(checkAnswer('firendStatus', null)?.field).toBe('firendStatus')
  })

  test('at most 200', () => {
    expect(checkFriendCount(200)).toBeUndefined()
    expect(checkFriendCount(201)).toMatchObject({ field: 'friends', limit: 200 })
  })

  test('at most 500 are turned down', () => {
    expect(checkTurnedDownCount('firendStatus', 500)).toBeUndefined()
    expect(checkTurnedDownCount('firendStatus', 501)).toEqual({
      field: 'firendStatus',
      limit: 500,
      message: 'You can reject or block at most 500 people. Remove some of them first.',
    })
  })

  // To the letter: records that are stored have them, and another release must make the same.
  test('ids follow from the people, and from the address, apart', () => {
    expect([friendIdOf(1, 2), friendIdOf(2, 1), friendIdOf(1, 3)]).toEqual([
      'f280cffc-b2ba-5798-85b6-6500dd8fd7a8',
      'ed8579ec-c39e-5f3e-9ac5-664a9740324d',
      '8d308002-cc22-5a78-ba93-dd17076ce345',
    ])
    expect([requestIdOf(1, 'a@b.c'), requestIdOf(1, 'a@b.c', 1)]).toEqual([
      '4f1fc764-5989-568f-9e12-4f665393a36a',
      '88cd4b6e-4d17-5c0e-bc2f-f1d37c38815c',
    ])
  })
})
