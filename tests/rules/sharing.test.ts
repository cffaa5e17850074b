import { describe, expect, test } from 'vitest'
import type { Permission } from '../../rules/people/permissions.ts'
import {
  checkPeopleCount,
  lessPermission,
  mergeShares,
  mergeSharesOf,
  morePermission,
  type Share,
} from '../../rules/people/sharing.ts'

const share = (friendId: number, permission: Permission, more: Partial<Share> = {}): Share => ({
  friendId,
  permission,
  joined: 1,
  left: null,
  changed: 1,
  before: null,
  ...more,
})
const wish = (friendId: number, permission: Permission) => ({ friendId, permission })
const nothing = { joined: [], changed: [], left: [] }

describe('A whole wanted set of people', () => {
  test.each([
    ['nothing to do', [share(2, 'VIEW')], [wish(2, 'VIEW')], 5, nothing],
    ['one joins', [], [wish(2, 'EDIT')], 5, { ...nothing, joined: [wish(2, 'EDIT')] }],
    ['one goes', [share(2, 'VIEW')], [], 5, { ...nothing, left: [2] }],
    [
      'one may do more',
      [share(2, 'VIEW')],
      [wish(2, 'ADMIN')],
      5,
      { ...nothing, changed: [wish(2, 'ADMIN')] },
    ],
    ['who joined since stays', [share(2, 'VIEW', { joined: 7 })], [], 5, nothing],
    ['who left since stays gone', [share(2, 'VIEW', { left: 7 })], [wish(2, 'VIEW')], 5, nothing],
    [
      'who left before comes back',
      [share(2, 'VIEW', { left: 4 })],
      [wish(2, 'EDIT')],
      5,
      { ...nothing, joined: [wish(2, 'EDIT')] },
    ],
    [
      'what somebody changed since stays, where the wish is what was known',
      [share(2, 'ADMIN', { changed: 7, before: 'VIEW' })],
      [wish(2, 'VIEW')],
      5,
      nothing,
    ],
    [
      'what was known to have changed is changed back',
      [share(2, 'ADMIN', { changed: 5, before: 'VIEW' })],
      [wish(2, 'VIEW')],
      5,
      { ...nothing, changed: [wish(2, 'VIEW')] },
    ],
    [
      'another wish wins over it',
      [share(2, 'ADMIN', { changed: 7, before: 'VIEW' })],
      [wish(2, 'EDIT')],
      5,
      { ...nothing, changed: [wish(2, 'EDIT')] },
    ],
    [
      'without a known revision the wish is the truth',
      [share(2, 'ADMIN', { changed: 7, before: 'VIEW' }), share(3, 'VIEW', { joined: 9 })],
      [wish(2, 'VIEW')],
      undefined,
      { ...nothing, changed: [wish(2, 'VIEW')], left: [3] },
    ],
  ])('%s', (_why, current, wanted, known, expected) => {
    expect(mergeShares(current, wanted, known)).toEqual(expected)
  })

  test.each([
    ['one joins, the rest stays', [3], [wish(3, 'EDIT')], 5, { joined: [wish(3, 'EDIT')] }],
    ['one goes', [2], [], undefined, { left: [2] }],
    ['who joined later goes, too', [4], [], 5, { left: [4] }],
    [
      'one may do less, though it was changed since',
      [4],
      [wish(4, 'VIEW')],
      5,
      { changed: [wish(4, 'VIEW')] },
    ],
    ['who left since stays gone', [5], [wish(5, 'VIEW')], 5, {}],
    [
      'who left comes back where nothing was known',
      [5],
      [wish(5, 'VIEW')],
      undefined,
      { joined: [wish(5, 'VIEW')] },
    ],
    ['who is not meant is passed over', [3], [wish(2, 'ADMIN')], 5, {}],
    ['nobody', [], [], 5, {}],
  ])('of some: %s', (_why, friendIds, wanted, known, expected) => {
    const current = [
      share(2, 'VIEW'),
      share(4, 'ADMIN', { joined: 7, changed: 8, before: 'VIEW' }),
      share(5, 'EDIT', { left: 7 }),
    ]
    expect(mergeSharesOf(friendIds, current, wanted, known)).toEqual({ ...nothing, ...expected })
  })

  test('a link never takes away', () => {
    expect(morePermission('VIEW', 'ADMIN')).toBe('ADMIN')
    expect(morePermission('EDIT', 'VIEW')).toBe('EDIT')
  })

  test('nor does it give back', () => {
    expect(lessPermission('VIEW', 'ADMIN')).toBe('VIEW')
    expect(lessPermission('EDIT', 'VIEW')).toBe('VIEW')
    expect(lessPermission('EDIT', 'EDIT')).toBe('EDIT')
  })

  test('at most 200 people', () => {
    expect(checkPeopleCount(200)).toBeUndefined()
    expect(checkPeopleCount(201)).toMatchObject({ field: 'shoppingListFriends', limit: 200 })
  })
})
