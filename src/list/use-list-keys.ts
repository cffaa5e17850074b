import { useKeys } from '../ui/use-keys.ts'

interface ListKeys {
  readonly rowIds: readonly string[]
  /** Where a person is who goes on by keys. */
  readonly hereId: () => string | undefined
  readonly onAdd: () => void
  readonly onChoose: (id: string) => void
  readonly onTick: (id: string) => void
  readonly onEdit: (id: string) => void
  readonly onHelp: () => void
}

/** The keys of a list: `/` add, `j k` move, `x` tick, `e` edit, `?` shows them. Silent while somebody types. */
export function useListKeys({
  rowIds,
  hereId,
  onAdd,
  onChoose,
  onTick,
  onEdit,
  onHelp,
}: ListKeys): void {
  function at() {
    const id = hereId()
    return id === undefined ? -1 : rowIds.indexOf(id)
  }
  function withChosen(act: (id: string) => void) {
    const chosen = rowIds[at()]
    if (chosen !== undefined) act(chosen)
  }
  useKeys({
    '/': onAdd,
    '?': onHelp,
    j: () => choose(rowIds[at() + 1]),
    k: () => choose(rowIds[(at() === -1 ? rowIds.length : at()) - 1]),
    x: () => withChosen(onTick),
    e: () => withChosen(onEdit),
  })

  function choose(id: string | undefined) {
    if (id !== undefined) onChoose(id)
  }
}
