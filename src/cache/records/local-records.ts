/**
 * Records that only the browser keeps, beside those of the contract: how far each unit was told and in which
 * epoch, and whose lists these are. Written in the same batch as the data, so that they persist together with it.
 */
import type { TypedDocumentNode } from '@apollo/client'
import { Kind } from 'graphql'
import type { ActivityFieldsFragment, ListPeopleFragment } from '../../generated/operations.ts'

export type Cursor = {
  readonly __typename: 'Cursor'
  readonly id: string
  readonly revision: number
}

/** The epoch of the server's data in which the cursors count. */
export interface Epoch {
  readonly __typename: 'Epoch'
  readonly id: string
  readonly name: string
}

export interface Owner {
  readonly __typename: 'Owner'
  readonly id: string
  readonly userId: number
}

/** Who has a list; `people` is plain values. */
export interface KeptPeople {
  readonly __typename: 'People'
  readonly id: string
  readonly ownerName: string
  readonly people: ListPeopleFragment['shoppingListFriends']
}

/** What a list's history told when it was last read; plain values. */
export interface KeptHistory {
  readonly __typename: 'KeptHistory'
  readonly id: string
  readonly activities: readonly ActivityFieldsFragment[]
}

export interface Invitation {
  readonly __typename: 'Invitation'
  readonly id: string
  readonly inviteId: string
}

interface ItemList {
  readonly __typename: 'Item'
  readonly shoppingListId: string
}

export const cursorFields = fragment<Cursor>('CursorFields', 'Cursor', ['id', 'revision'])
export const epochFields = fragment<Epoch>('EpochFields', 'Epoch', ['id', 'name'])
/** Which list an item is on, without the rest of it: for thousands that matters. */
export const itemListFields = fragment<ItemList>('ItemListFields', 'Item', ['shoppingListId'])
export const peopleFields = fragment<KeptPeople>('PeopleFields', 'People', [
  'id',
  'ownerName',
  'people',
])
export const historyFields = fragment<KeptHistory>('KeptHistoryFields', 'KeptHistory', [
  'id',
  'activities',
])
/** What stands in the person's own invitation. */
export const inviteFields = fragment<Invitation>('InvitationFields', 'Invitation', [
  'id',
  'inviteId',
])
export const ownerFields = fragment<Owner>('OwnerFields', 'Owner', ['id', 'userId'])

/** The unit of what belongs to the person alone and to no single list: order, favourites, preferences. */
export const accountUnit = 'account'

export function cursorCacheId(unitId: string): string {
  return `Cursor:${unitId}`
}

export const epochCacheId = 'Epoch:server'

export function historyCacheId(listId: string): string {
  return `KeptHistory:${listId}`
}

export const ownerCacheId = 'Owner:me'
export const inviteCacheId = 'Invitation:me'

/** By hand, because these types are none of the contract's and the parser would add to the first load. */
function fragment<T>(
  name: string,
  type: string,
  fields: readonly string[],
): TypedDocumentNode<T, Record<string, never>> {
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.FRAGMENT_DEFINITION,
        name: { kind: Kind.NAME, value: name },
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: fields.map(value => ({
            kind: Kind.FIELD as const,
            name: { kind: Kind.NAME as const, value },
          })),
        },
      },
    ],
  }
}
