/** Who has which list, kept beside the list: made by the server alone, so a list that is new has none yet. */
import type { ApolloCache } from '@apollo/client'
import type { ListPeopleFragment } from '../../generated/operations.ts'
import { peopleFields } from './local-records.ts'

export type Person = ListPeopleFragment['shoppingListFriends'][number]

export interface People {
  readonly ownerName: string
  /** Everybody but the owner, in the order in which they joined. */
  readonly people: readonly Person[]
}

const nobody: People = { ownerName: '', people: [] }

export function readPeople(cache: ApolloCache, listId: string): People {
  const kept = cache.readFragment({ id: peopleCacheId(listId), fragment: peopleFields })
  return kept ?? nobody
}

export function writePeople(
  cache: ApolloCache,
  listId: string,
  { ownerName, people }: People,
): void {
  cache.writeFragment({
    id: peopleCacheId(listId),
    fragment: peopleFields,
    data: { __typename: 'People', id: listId, ownerName, people },
  })
}

/** As the server tells them with a list. */
export function toPeople({ ownerName, shoppingListFriends }: ListPeopleFragment): People {
  return { ownerName, people: shoppingListFriends }
}

export function peopleCacheId(listId: string): string {
  return `People:${listId}`
}
