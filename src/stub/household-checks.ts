/**
 * What the household refuses before it does anything, by the rules and in the words of the server: what is missing
 * or no value of its kind, what is not there, what the person may not do with a list of somebody else.
 */
import type { DocumentNode } from '@apollo/client'
import { Kind, type TypeNode } from 'graphql'
import { checkQuantity } from '../../rules/items/quantity.ts'
import { checkEmail } from '../../rules/people/account.ts'
import { checkFeedback, checkRating } from '../../rules/people/feedback.ts'
import { areFriends, checkAnswer } from '../../rules/people/friends.ts'
import { permissionSentences } from '../../rules/people/permission-sentences.ts'
import { mayAdminister, mayDelete, mayEdit, permissions } from '../../rules/people/permissions.ts'
import { checkName, checkNotes } from '../../rules/text.ts'
import { fieldTitle, type ValidationIssue } from '../../rules/validation-issue.ts'
import { readFriends, standingOf } from '../cache/records/friends.ts'
import { readPeople } from '../cache/records/people.ts'
import { readItem, readList } from '../cache/records/records.ts'
import type { ListType, SavedFilterKind } from '../generated/operations.ts'
import { type Fields, type Home, notFound, refuse, StubRefusal } from './home.ts'
import { checkEntries } from './household-entries.ts'
import { unitsOf } from './household-records.ts'

/** What an edit's document asks for, and the rules of the fields. */
export function checkFields(home: Home, document: DocumentNode, fields: Fields): void {
  const operation = document.definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
  for (const { variable, type } of operation?.variableDefinitions ?? []) {
    const field = variable.name.value
    refuse(checkKind(field, fields[field], type) ?? checkRule(field, fields[field]))
  }
  const { items } = fields
  for (const { unitId } of [fields, ...(Array.isArray(items) ? items : [])]) {
    refuse(checkUnit(home, unitId))
  }
  refuse(checkPeople(home, fields))
}

function checkUnit(home: Home, unitId: unknown): ValidationIssue | undefined {
  if (unitId === undefined || unitId === null) return undefined
  if (unitsOf(home).some(({ id }) => id === unitId)) return undefined
  return { field: 'unitId', message: 'There is no such unit. Choose one of the list.' }
}

/** Who joins a list is a friend. */
function checkPeople({ cache }: Home, fields: Fields): ValidationIssue | undefined {
  const { id, shoppingListFriends: wished } = fields
  if (!Array.isArray(wished)) return undefined
  const there = readPeople(cache, String(id)).people
  const friends = readFriends(cache).filter(friend => areFriends(standingOf(friend)))
  const known = new Set([...there, ...friends].map(({ friendId }) => friendId))
  if (wished.every(({ friendId }) => known.has(friendId))) return undefined
  return {
    field: 'shoppingListFriends',
    message: 'A list can be shared with your friends only, once both of you have accepted.',
  }
}

function checkKind(field: string, value: unknown, type: TypeNode): ValidationIssue | undefined {
  if (type.kind === Kind.NON_NULL_TYPE) {
    if (value === undefined) return { field, message: `${fieldTitle(field)} is missing.` }
    if (value === null) {
      return { field, message: `${fieldTitle(field)} cannot be left without a value.` }
    }
    return checkKind(field, value, type.type)
  }
  if (value === null && neverCleared.has(field)) {
    return { field, message: `${fieldTitle(field)} cannot be left without a value.` }
  }
  if (value === undefined || value === null) return undefined
  if (type.kind === Kind.LIST_TYPE) {
    if (Array.isArray(value)) return checkEntries(field, value, nameOfType(type))
    return { field, message: `${fieldTitle(field)} must be a list.` }
  }
  const among = enums.get(type.name.value)
  if (among?.every(one => one !== value)) {
    return { field, message: `${fieldTitle(field)}: this must be one of ${among.join(', ')}.` }
  }
  const kind = kinds.get(type.name.value)
  if (kind === undefined || typeof value === kind.type) return undefined
  return { field, message: `${fieldTitle(field)} must be ${kind.title}.` }
}

function nameOfType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOfType(type.type)
}

/** An update leaves them alone or gives them another value. */
const neverCleared: ReadonlySet<string> = new Set(['name', 'listType'])

const listTypes = ['SIMPLE', 'STOCK'] as const satisfies readonly ListType[]
const filterKinds = ['LISTS', 'ITEMS'] as const satisfies readonly SavedFilterKind[]

const enums: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['ListType', listTypes],
  ['Permission', permissions],
  ['SavedFilterKind', filterKinds],
])

const kinds: ReadonlyMap<string, { readonly type: string; readonly title: string }> = new Map([
  ['String', { type: 'string', title: 'a text' }],
  ['ID', { type: 'string', title: 'a text' }],
  ['Int', { type: 'number', title: 'a number' }],
  ['Float', { type: 'number', title: 'a number' }],
  ['Boolean', { type: 'boolean', title: 'true or false' }],
])

function checkRule(field: string, value: unknown): ValidationIssue | undefined {
  if (typeof value === 'number') return numberRules.get(field)?.(field, value)
  if (typeof value === 'string') return textRules.get(field)?.(field, value)
  return undefined
}

const numberRules = new Map([
  ['quantityInStock', checkQuantity],
  ['quantityToPurchase', checkQuantity],
  ['rating', checkRating],
])

const textRules = new Map([
  ['name', checkName],
  ['notes', checkNotes],
  ['feedback', checkFeedback],
  ['email', checkEmail],
  ['firendStatus', checkFriendAnswer],
])

function checkFriendAnswer(field: string, value: string): ValidationIssue | undefined {
  const answers = ['ACCEPTED', 'REJECTED', 'BLOCKED'] as const
  return checkAnswer(field, answers.find(answer => answer === value) ?? null)
}

type Level = keyof typeof permissionSentences

const levels: Readonly<Record<string, Level>> = {
  createItem: 'EDIT',
  createItems: 'EDIT',
  updateItem: 'EDIT',
  updateItemsOrder: 'EDIT',
  moveItem: 'EDIT',
  deleteByIdItem: 'EDIT',
  resetShoppingList: 'EDIT',
  swapShoppingListItems: 'EDIT',
  updateShoppingList: 'ADMIN',
  shareShoppingList: 'ADMIN',
  createShareLink: 'ADMIN',
  endShareLinks: 'ADMIN',
  handOverShoppingList: 'OWNER',
  deleteByIdShoppingList: 'OWNER',
  leaveShoppingList: 'LEAVE',
  copyShoppingList: 'VIEW',
  moveShoppingList: 'VIEW',
}

/** What an operation reads or changes must be there, and the person must be allowed to. */
export function checkRights(home: Home, operation: string, fields: Fields): void {
  const level = levels[operation]
  if (level === undefined) return
  const { id, shoppingListId, firstShoppingListId, secondShoppingListId } = fields
  // Each belongs to the person, not to the list.
  const isOwnAffair = operation === 'updateShoppingList' && isFavouriteAlone(fields)
  const itemId = operation.endsWith('Item') ? id : undefined
  const item = typeof itemId === 'string' ? readItem(home.cache, itemId) : undefined
  const isMade = operation === 'createItem'
  if (item === null && !isMade) throw notFound()
  const listIds = [
    item?.shoppingListId,
    operation.endsWith('ShoppingList') ? id : undefined,
    shoppingListId,
    firstShoppingListId,
    secondShoppingListId,
  ]
  for (const listId of listIds) {
    if (typeof listId === 'string') checkList(home, listId, isOwnAffair ? 'VIEW' : level)
  }
}

function isFavouriteAlone(fields: Fields): boolean {
  return Object.keys(fields).every(field => ['id', 'favourite', 'knownRevision'].includes(field))
}

function checkList({ cache, state }: Home, id: string, level: Level): void {
  const list = readList(cache, id)
  if (list === null) throw notFound()
  const may = {
    VIEW: true,
    EDIT: mayEdit(list.permission),
    ADMIN: mayAdminister(list.permission),
    OWNER: mayDelete(state.user.id, list),
    LEAVE: !mayDelete(state.user.id, list),
  }
  if (!may[level]) throw new StubRefusal('FORBIDDEN', permissionSentences[level])
}
