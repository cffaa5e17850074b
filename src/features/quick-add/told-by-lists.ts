/**
 * What the lists on this device tell of each name: ticked items, too, and of whichever list of this person. So a
 * fresh device suggests from the first moment, and nothing of it is stored. Read in slices when there is time;
 * afterwards a change costs what changed, and a key reads what is ready.
 */
import { nameKey } from '../../../rules/names.ts'
import {
  type History,
  historyLimit,
  likeliest,
  type Remembered,
  type Told,
  usesTold,
} from '../../../rules/suggestions.ts'

export interface ToldByLists {
  of(name: string): Remembered | undefined
  /** By `nameKey`, at most 1,000: the likeliest. Another value where something changed. */
  likely(): History
  /** The items of these lists; what was known is not read again. */
  load(itemIds: readonly string[]): void
  /** Cache ids ("Item:…") that changed. */
  changed(cacheIds: ReadonlySet<string>): void
  close(): void
}

export interface ToldParts {
  readonly readItem: (id: string) => Told | undefined
  /** Runs later, when there is time; answers with what calls it off. */
  readonly later: (work: () => void) => () => void
  /** ms since 1970. */
  readonly now: () => number
}

const sliceLength = 200
const fewNames = 50

export function createToldByLists({ readItem, later, now }: ToldParts): ToldByLists {
  const items = new Map<string, Told>()
  const idsByKey = new Map<string, Set<string>>()
  const waiting = new Set<string>()
  const known = new Map<string, Remembered>()
  let likely: History = new Map()
  /** Names that may be told of otherwise than `likely` does. */
  const touched = new Set<string>()
  let callOff: (() => void) | undefined

  /** Answers with the names that may be told of otherwise now. */
  function put(id: string): readonly string[] {
    const before = items.get(id)
    const item = readItem(id)
    if (item) items.set(id, item)
    else items.delete(id)
    const keys = [before, item].map(each => each && nameKey(each.name))
    const [was, is] = keys
    if (was !== undefined && was !== is) {
      const ids = idsByKey.get(was)
      ids?.delete(id)
      if (ids?.size === 0) idsByKey.delete(was)
    }
    if (is !== undefined) idsByKey.set(is, (idsByKey.get(is) ?? new Set()).add(id))
    return keys.filter(key => key !== undefined)
  }

  function work() {
    callOff = undefined
    const slice = [...waiting].slice(0, sliceLength)
    for (const id of slice) waiting.delete(id)
    for (const key of new Set(slice.flatMap(put))) {
      const ids = idsByKey.get(key) ?? []
      const told = usesTold([...ids].flatMap(id => items.get(id) ?? []))
      if (told) known.set(key, told)
      else known.delete(key)
      touched.add(key)
    }
    if (waiting.size > 0) callOff = later(work)
    else choose()
  }

  /** To weigh all of many names for each tick would cost more than the tick. */
  function choose() {
    if (likely.size < historyLimit || touched.size > fewNames) {
      likely = likeliest(known, historyLimit, now())
    } else {
      const next = new Map(likely)
      for (const key of touched) {
        const told = known.get(key)
        if (told && next.has(key)) next.set(key, told)
        else next.delete(key)
      }
      likely = next
    }
    touched.clear()
  }

  function wake() {
    if (waiting.size > 0) callOff ??= later(work)
  }

  return {
    of: name => known.get(nameKey(name)),
    likely: () => likely,
    load(itemIds) {
      for (const id of itemIds) if (!items.has(id)) waiting.add(id)
      wake()
    },
    changed(cacheIds) {
      for (const cacheId of cacheIds) {
        if (cacheId.startsWith('Item:')) waiting.add(cacheId.slice('Item:'.length))
      }
      wake()
    },
    close() {
      callOff?.()
      callOff = undefined
      waiting.clear()
    },
  }
}
