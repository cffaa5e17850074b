/** The address of an invitation, for a message or a camera. */
export function inviteLink(inviteId: string): string {
  const link = new URL('/invite', window.location.origin)
  link.searchParams.set('inviteId', inviteId)
  return link.href
}
