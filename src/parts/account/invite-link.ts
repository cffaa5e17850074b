/** The address of an invitation, for a message or a camera. */
export function inviteLink(inviteId: string): string {
  return new URL(invitePath(inviteId), window.location.origin).href
}

/** Its page, where a sign-in may lead. */
export function invitePath(inviteId: string): string {
  return `${page}${encodeURIComponent(inviteId)}`
}

/** The invitation whose page that is; undefined of any other. */
export function inviteIdOf(path: string | undefined): string | undefined {
  if (!path?.startsWith(page)) return undefined
  return new URLSearchParams(path.slice(path.indexOf('?'))).get('inviteId') ?? undefined
}

const page = '/invite?inviteId='
