/** Two changes of the same fields of one record as one; changes of different fields stay two. */
export function foldFields<Variables extends { readonly id: string }>(
  earlier: Variables,
  later: Variables,
): Variables | undefined {
  if (earlier.id !== later.id) return
  const fields = given(later)
  const before = given(earlier)
  if (before.length !== fields.length || !before.every(field => fields.includes(field))) return
  return later
}

/** A name that no other may have: whatever takes the one that was given up waits between the two. */
export function givesUniqueName({ name }: { readonly name?: unknown }): boolean {
  return name != null
}

function given(variables: object): string[] {
  return Object.entries(variables).flatMap(([field, value]) => (value === undefined ? [] : [field]))
}
