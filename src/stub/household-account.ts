/** What the household does that no edit of the app stands for: invitations, notices, tokens, the account itself. */
import { checkPersonName, checkPhone } from '../../rules/people/account.ts'
import { checkPassword } from '../../rules/people/password.ts'
import { checkQuietHours } from '../../rules/people/quiet-hours.ts'
import { checkName, cleanName } from '../../rules/text.ts'
import { fieldTitle } from '../../rules/validation-issue.ts'
import { readList } from '../cache/records/records.ts'
import type { ApiTokenFieldsFragment } from '../generated/account-operations.ts'
import { type Fields, type Home, notFound, refuse, StubRefusal } from './home.ts'
import { feedbackOf, userOf } from './household-records.ts'

type Change = (home: Home, fields: Fields) => unknown

export const accountChanges: Readonly<Record<string, Change>> = {
  updateUserBasics(home, { id, firstName, lastName, phone }) {
    refuseOthers(home, id)
    const before = home.state.user
    for (const [field, value] of Object.entries({ firstName, lastName })) {
      if (value !== null) continue
      refuse({ field, message: `${fieldTitle(field)} cannot be left without a value.` })
    }
    const user = {
      ...before,
      firstName: typeof firstName === 'string' ? cleanName(firstName) : before.firstName,
      lastName: typeof lastName === 'string' ? cleanName(lastName) : before.lastName,
      phone: phone === undefined ? before.phone : textOrNull(phone),
    }
    refuse(checkPersonName('firstName', user.firstName))
    // Many people have one name alone.
    if (user.lastName !== '') refuse(checkPersonName('lastName', user.lastName))
    refuse(checkPhone(user.phone ?? ''))
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

  updateFeedback(home, { id }) {
    throw feedbackOf(home).some(one => one.id === id) ? forStaff() : notFound()
  },
  updateFeedbackStatus() {
    throw forStaff()
  },

  subscribeToNotices: home => changeNotices(home, { subscribed: true }),
  unsubscribeFromNotices: home => changeNotices(home, { subscribed: false }),
  setQuietHours(home, fields) {
    const [quietFrom, quietTo] = [textOrNull(fields.from), textOrNull(fields.to)]
    const isNone = quietFrom === null && quietTo === null
    const timeZone = isNone ? null : textOrNull(fields.timeZone)
    if (!isNone) {
      const hours = { from: quietFrom ?? '', to: quietTo ?? '', timeZone: timeZone ?? '' }
      refuse(checkQuietHours(hours))
    }
    return changeNotices(home, { quietFrom, quietTo, timeZone })
  },
  setListNotices(home, { shoppingListId, on }) {
    const id = String(shoppingListId)
    if (readList(home.cache, id) === null) throw notFound()
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

/** Nobody learns who exists. */
function refuseOthers({ state }: Home, id: unknown): void {
  if (Number(id) !== state.user.id) throw notFound()
}

/** The demo has no team behind it. */
function forStaff(): StubRefusal {
  return new StubRefusal('FORBIDDEN', 'Only the support team answers and classifies feedback.')
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
