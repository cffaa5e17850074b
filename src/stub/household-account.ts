/** What the household does that no edit of the app stands for: invitations, notices, tokens, the account itself. */
import { checkPassword, checkPersonName, checkPhone } from '../../rules/people/account.ts'
import { checkName, cleanName } from '../../rules/text.ts'
import type { ApiTokenFieldsFragment } from '../generated/operations.ts'
import { type Fields, type Home, notFound, refuse, StubRefusal } from './home.ts'
import { userOf } from './household-records.ts'

type Change = (home: Home, fields: Fields) => unknown

export const accountChanges: Readonly<Record<string, Change>> = {
  updateUserBasics(home, { id, firstName, lastName, phone }) {
    refuseOthers(home, id)
    const before = home.state.user
    const user = {
      ...before,
      firstName: typeof firstName === 'string' ? cleanName(firstName) : before.firstName,
      lastName: typeof lastName === 'string' ? cleanName(lastName) : before.lastName,
      phone: phone === undefined ? before.phone : textOrNull(phone),
    }
    refuse(checkPersonName('firstName', user.firstName) ?? checkPhone('phone', user.phone ?? ''))
    home.keep({ user })
    return userOf(home)
  },
  updateUserPassword(home, { id, newPassword }) {
    refuseOthers(home, id)
    refuse(checkPassword('newPassword', String(newPassword ?? ''), home.state.user.email))
    return userOf(home)
  },
  deleteUser(home, { id }) {
    refuseOthers(home, id)
    return userOf(home)
  },

  renewInviteId(home) {
    const inviteId = home.newId()
    home.keep({ user: { ...home.state.user, inviteId } })
    return inviteId
  },
  acceptInvite() {
    throw notFound()
  },
  createFriend() {
    throw notFound()
  },
  setShopping: () => true,

  // The demo has no team behind it.
  updateFeedback() {
    throw notFound()
  },
  updateFeedbackStatus() {
    throw notFound()
  },

  subscribeToNotices: home => changeNotices(home, { subscribed: true }),
  unsubscribeFromNotices: home => changeNotices(home, { subscribed: false }),
  setQuietHours: (home, { from, to, timeZone }) =>
    changeNotices(home, {
      quietFrom: textOrNull(from),
      quietTo: textOrNull(to),
      timeZone: textOrNull(timeZone),
    }),
  setListNotices(home, { shoppingListId, on }) {
    const id = String(shoppingListId)
    const others = home.state.notices.silentListIds.filter(one => one !== id)
    return changeNotices(home, { silentListIds: on === true ? others : [...others, id] })
  },

  createApiToken(home, { id, name, scope }) {
    refuse(checkName('name', typeof name === 'string' ? name : ''))
    const apiToken: ApiTokenFieldsFragment = {
      __typename: 'ApiToken',
      id: typeof id === 'string' ? id : home.newId(),
      name: cleanName(String(name)),
      scope: scope === 'READ' ? 'READ' : 'READ_WRITE',
      createdAt: home.at,
      usedAt: null,
    }
    home.keep({ apiTokens: [...home.state.apiTokens, apiToken] })
    return { __typename: 'CreatedApiToken', token: `demo_${home.newId()}`, apiToken }
  },
  deleteByIdApiToken(home, { id }) {
    home.keep({ apiTokens: home.state.apiTokens.filter(one => one.id !== id) })
    return passed([String(id)])
  },
}

/** What deleting answers, of each id: what was not there is gone all the same. */
export function passed(ids: readonly string[]): readonly Fields[] {
  return ids.map(id => ({ __typename: 'DeleteResult', id, status: 'PASS', message: null }))
}

export function failed(id: string, message: string): readonly Fields[] {
  return [{ __typename: 'DeleteResult', id, status: 'FAIL', message }]
}

function changeNotices(home: Home, changes: Partial<Home['state']['notices']>) {
  home.keep({ notices: { ...home.state.notices, ...changes } })
  return home.state.notices
}

function refuseOthers({ state }: Home, id: unknown): void {
  if (Number(id) !== state.user.id) {
    throw new StubRefusal('FORBIDDEN', 'This is not your account.')
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
