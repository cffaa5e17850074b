import { expect, test } from 'vitest'
import {
  isAdmin,
  isStaff,
  mayManageUsers,
  mayReadKeptMails,
  mayReplyToFeedback,
  maySeeAnyUser,
  maySeeHealth,
  readRole,
  roles,
} from '../../rules/people/roles.ts'

const desk = { isStaff, mayReplyToFeedback, maySeeAnyUser }
const administration = { isAdmin, mayManageUsers, mayReadKeptMails, maySeeHealth }

test.each(Object.entries(desk))('%s is for the desk', (_, may) => {
  const those = roles.filter(role => may(role))
  expect(those).toEqual(['ADMIN', 'SUPPORTL1', 'SUPPORTL2', 'SUPPORTL3'])
})

test.each(Object.entries(administration))('%s is for an ADMIN alone', (_, may) => {
  expect(roles.filter(role => may(role))).toEqual(['ADMIN'])
})

test('nobody’s role, and none that is known, may do nothing', () => {
  for (const may of Object.values({ ...desk, ...administration })) {
    for (const role of [null, undefined, readRole('KING'), readRole('')]) {
      expect(may(role)).toBe(false)
    }
  }
  for (const role of roles) expect(readRole(role)).toBe(role)
})
