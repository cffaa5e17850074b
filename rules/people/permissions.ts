/** The levels of spec section 12 as sentences; both sides ask the same ones. */
export const permissions = ['ADMIN', 'EDIT', 'VIEW'] as const
export type Permission = (typeof permissions)[number]

/** Nothing known of a person's right is no right. */
export type MaybePermission = Permission | null | undefined

/** See the list, copy it, order and favourite it for oneself, leave it. */
export function maySee(permission: MaybePermission): boolean {
  return permission === 'VIEW' || mayEdit(permission)
}

/** Add, change, tick, order, reset, delete and move items. */
export function mayEdit(permission: MaybePermission): boolean {
  return permission === 'EDIT' || mayAdminister(permission)
}

/** Rename, notes, type, tags of the list, share it, change others' permission. */
export function mayAdminister(permission: MaybePermission): boolean {
  return permission === 'ADMIN'
}

/** Deleting a list for everybody is its owner's alone; everybody else can leave it. */
export function mayDelete(userId: number, list: { readonly userId: number }): boolean {
  return list.userId === userId
}

/** What stands above a list that one may not change; `sharedByName` is who could let one. */
export function onlyToLookAt(sharedByName: string | null): string {
  return `You can look at this list, not change it. ${sharedByName ?? 'Its owner'} can let you.`
}
