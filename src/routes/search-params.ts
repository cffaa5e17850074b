/** What stands behind the question mark of a URL, as far as it is what it should be: anybody may have written it. */
import { isOwnPath } from '../../rules/own-path.ts'

/**
 * Only a path of this app: a link must not lead through the sign-in to somebody else's page. What is refused
 * is named too, since the router keeps every parameter that a route leaves out.
 */
export function nextOf({ next }: Record<string, unknown>): { next?: string | undefined } {
  return { next: isOwnPath(next) ? next : undefined }
}

/** What the link of an invitation carried on to the sign-up. */
export function invitationOf({ addFriend, ...search }: Record<string, unknown>): {
  inviteId?: string | undefined
  addFriend?: boolean | undefined
} {
  const { inviteId } = invitationIdOf(search)
  return {
    inviteId,
    addFriend: inviteId === undefined ? undefined : addFriend === true || addFriend === 'true',
  }
}

/** A token made of digits alone would come as a number, of which some would be lost. */
export function tokenOf({ token }: Record<string, unknown>): { token?: string | undefined } {
  return { token: typeof token === 'string' ? token : undefined }
}

export function invitationIdOf({ inviteId }: Record<string, unknown>): {
  inviteId?: string | undefined
} {
  return { inviteId: idIn(inviteId) }
}

export function listOf({ list }: Record<string, unknown>): { list?: string | undefined } {
  return { list: idIn(list) }
}

export function itemOf({ item }: Record<string, unknown>): { item?: string | undefined } {
  return { item: idIn(item) }
}

/** One of digits alone comes as a number. */
function idIn(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
