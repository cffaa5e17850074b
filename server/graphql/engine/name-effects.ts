import type { RootField } from '../documents/root-fields.ts'

/**
 * What an operation does, whatever it selects and however it is written: its root fields and their
 * arguments. A newer client that repeats an older one's request asks for the same.
 */
export function nameEffects(roots: readonly RootField[]): string {
  return JSON.stringify(roots.map(({ name, args }) => [name, withoutPasswords(args)]))
}

/** A hash of it is kept, and a hash of a password that anybody may try against is a password told. */
function withoutPasswords(args: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !/password/i.test(name)))
}
