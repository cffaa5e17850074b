import { type FriendFieldsFragment, GetAllFriendDocument } from '../../generated/operations.ts'
import { useRootQuery } from './use-root-query.ts'

/** Everybody with whom the person has to do; undefined until the server was heard once. */
export function useFriends(): readonly FriendFieldsFragment[] | undefined {
  return useRootQuery(GetAllFriendDocument, 'Friend')?.getAllFriend
}
