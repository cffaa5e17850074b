import type { ApolloCache } from '@apollo/client'
import { seenIn } from '../records/reader.ts'

/** As it is seen now, for sentences. */
export function listName(cache: ApolloCache, id: string): string {
  return seenIn(cache).list(id)?.name ?? 'a list'
}
