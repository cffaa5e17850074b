/** What the stream tells of a unit beside its records: so at this moment, kept nowhere, unknown without a stream. */
import { createReadable, type Readable } from '../readable.ts'

/** By unit, in the product's own words. */
export type BesideByUnit = ReadonlyMap<string, unknown>

export interface Beside {
  readonly state: Readable<BesideByUnit>
  /** Takes the place of what was told of this unit before. */
  hear(unit: string, value: unknown): void
  /** All that another tab heard takes the place of what is known here. */
  replace(units: Iterable<readonly [unit: string, value: unknown]>): void
  /** Of one unit, or of all. */
  forget(unit?: string): void
}

const nothing: BesideByUnit = new Map()

export function createBeside(): Beside {
  const state = createReadable(nothing)
  return {
    state,
    hear: (unit, value) => state.set(new Map(state.get()).set(unit, value)),
    replace: units => state.set(new Map(units)),
    forget(unit) {
      if (unit === undefined) return state.set(nothing)
      if (state.get().has(unit)) state.set(new Map([...state.get()].filter(([id]) => id !== unit)))
    },
  }
}
