/** Units are kept sorted by name (spec section 4). */
export function unitsByName<T extends { readonly name: string }>(units: readonly T[]): T[] {
  return [...units].sort((a, b) => a.name.localeCompare(b.name))
}
