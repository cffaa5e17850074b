/**
 * One household that answers the operations of the contract as a server would, out of a state that is handed in and
 * handed back: the browser's worker and the tests ask the same one.
 */

import { type Fields, type Home, type HouseholdState, notFound, openHome } from './home.ts'
import { accountChanges } from './household-account.ts'
import { doEdit, editOfEach, isHouseholdEdit } from './household-edits.ts'
import { lookAt, noteChanges } from './household-history.ts'
import { householdReads } from './household-reads.ts'

export interface HouseholdRequest {
  readonly operation: string
  readonly fields: Fields
  /** When it came, ISO 8601. */
  readonly at: string
  readonly newId: () => string
  readonly requestToken: string
}

export interface HouseholdAnswer {
  /** What the operation's one field is, records whole. */
  readonly value: unknown
  /** The household afterwards; undefined if it is no more. */
  readonly state: HouseholdState | undefined
}

/** Throws a `StubRefusal` for what a server would refuse: then nothing was done. */
export function askHousehold(state: HouseholdState, request: HouseholdRequest): HouseholdAnswer {
  const { operation, fields } = request
  const home = openHome(state, request)
  const read = householdReads[operation]
  if (read) return { value: read(home, fields), state }
  const before = lookAt(home)
  const value = change(home, operation, fields)
  noteChanges(home, before, request)
  return { value, state: operation === 'deleteUser' ? undefined : home.state }
}

function change(home: Home, operation: string, fields: Fields): unknown {
  const own = accountChanges[operation]
  if (own) return own(home, fields)
  const single = editOfEach[operation]
  if (single !== undefined) {
    const ids = Array.isArray(fields.ids) ? fields.ids : []
    return ids.flatMap(id => doEdit(home, single, { id: String(id) }))
  }
  // Who has a list and what it is called are one operation of the contract, and two edits of the app.
  if (operation === 'updateShoppingList' && fields.shoppingListFriends !== undefined) {
    const { shoppingListFriends, changedFriendIds, ...rest } = fields
    const wanted = { id: fields.id, shoppingListFriends, changedFriendIds }
    const shared = doEdit(home, 'shareShoppingList', wanted)
    const isAll = Object.keys(rest).every(field => ['id', 'knownRevision'].includes(field))
    return isAll ? shared : doEdit(home, operation, rest)
  }
  if (isHouseholdEdit(operation)) return doEdit(home, operation, fields)
  throw notFound()
}
