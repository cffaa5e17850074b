/** By number; what stands in order already is not moved, and costs one walk. */
export function stableSorted<T>(values: readonly T[], orderOf: (value: T) => number): readonly T[] {
  const orders = values.map(orderOf)
  const sorted = orders.every((order, at) => at === 0 || (orders[at - 1] ?? 0) <= order)
  if (sorted) return values
  return values
    .map((value, at) => ({ value, at, order: orders[at] ?? 0 }))
    .sort((a, b) => a.order - b.order || a.at - b.at)
    .map(({ value }) => value)
}
