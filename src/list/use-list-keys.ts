import { useEffect, useEffectEvent } from 'react'
import { isKeyTaken } from './key-taken.ts'

interface ListKeys {
  readonly rowIds: readonly string[]
  readonly chosenId: string | undefined
  readonly onAdd: () => void
  readonly onChoose: (id: string) => void
  readonly onTick: (id: string) => void
  readonly onEdit: (id: string) => void
  readonly onHelp: () => void
}

/** The keys of a list: `/` add, `j k` move, `x` tick, `e` edit, `?` shows them. Silent while somebody types. */
export function useListKeys({
  rowIds,
  chosenId,
  onAdd,
  onChoose,
  onTick,
  onEdit,
  onHelp,
}: ListKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isKeyTaken(event.target)) return
    const at = chosenId === undefined ? -1 : rowIds.indexOf(chosenId)
    const chosen = rowIds[at]
    const act = {
      '/': onAdd,
      '?': onHelp,
      j: () => choose(rowIds[at + 1]),
      k: () => choose(rowIds[at === -1 ? rowIds.length - 1 : at - 1]),
      x: () => chosen !== undefined && onTick(chosen),
      e: () => chosen !== undefined && onEdit(chosen),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })

  function choose(id: string | undefined) {
    if (id !== undefined) onChoose(id)
  }

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
