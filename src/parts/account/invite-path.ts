/** The page of an invitation, where a message, a camera or a sign-in may lead. */
export function invitePath(inviteId: string): string {
  return `${page}${encodeURIComponent(inviteId)}`
}

/** The invitation whose page that is; undefined of any other. */
export function inviteIdOf(path: string | undefined): string | undefined {
  if (!path?.startsWith(page)) return undefined
  return new URLSearchParams(path.slice(path.indexOf('?'))).get('inviteId') ?? undefined
}

const page = '/invite?inviteId='
