/** The quiet marks of rows, kept by cache id so that a row asks for its own alone. */
import type { Mark } from '../offline.ts'
import { tellAll } from '../tell-all.ts'

export interface Marks {
  get(cacheId: string): Mark | undefined
  /** Says that this edit or tray entry puts this mark on these rows; undefined takes it off. */
  set(id: string, mark: Mark | undefined, cacheIds: readonly string[]): void
  onMarked(listener: (cacheIds: ReadonlySet<string>) => void): () => void
}

export function createMarks(): Marks {
  const byCacheId = new Map<string, Map<string, Mark>>()
  const listeners = new Set<(cacheIds: ReadonlySet<string>) => void>()
  return {
    get(cacheId) {
      const marks = [...(byCacheId.get(cacheId)?.values() ?? [])]
      return loudness.find(mark => marks.includes(mark))
    },
    set(id, mark, cacheIds) {
      for (const cacheId of cacheIds) {
        const marks = byCacheId.get(cacheId) ?? new Map<string, Mark>()
        if (mark) marks.set(id, mark)
        else marks.delete(id)
        if (marks.size > 0) byCacheId.set(cacheId, marks)
        else byCacheId.delete(cacheId)
      }
      const told = new Set(cacheIds)
      if (told.size > 0) tellAll(listeners, told)
    },
    onMarked(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What a row with several of them shows. */
const loudness: readonly Mark[] = ['refused', 'saving', 'waiting']
