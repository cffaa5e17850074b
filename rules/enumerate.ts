/** "Anna", "Anna and Ben", "Anna, Ben and Cleo"; nothing of none. */
export function enumerate(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
