/** "1 change", "3 changes". */
export function changesTitle(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}
