/** Which rows are selected: a pure value, so that what is gone drops out and a range is one step. */

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range begins: the row that was last switched by itself. */
  readonly anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

export function toggleRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** From the anchor to `id`, in the order of the rows; without an anchor only `id`. */
export function extendTo(selection: Selection, id: string, rows: readonly string[]): Selection {
  const from = rows.indexOf(selection.anchor ?? id)
  const to = rows.indexOf(id)
  if (to < 0) return selection
  const start = from < 0 ? to : from
  const range = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor ?? id }
}

export function selectAll(rows: readonly string[]): Selection {
  return { ids: new Set(rows), anchor: undefined }
}

/** In the order of the rows; what is not among them any more is not selected any more. */
export function selectedRows({ ids }: Selection, rows: readonly string[]): readonly string[] {
  return rows.filter(id => ids.has(id))
}
