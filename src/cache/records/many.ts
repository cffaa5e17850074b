/** GraphQL takes one value where a list is wanted, and the generated types say so. */
export function many<T extends object | string | number>(
  values: T | readonly T[] | null | undefined,
): readonly T[] {
  if (values === null || values === undefined) return []
  return isMany(values) ? values : [values]
}

function isMany<T>(values: T | readonly T[]): values is readonly T[] {
  return Array.isArray(values)
}
