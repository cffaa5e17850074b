/** What one bench is: a name, a question, and a table that answers it. */
import type { Fixture } from './fixture.ts'

export interface Bench {
  readonly name: string
  readonly title: string
  /** What is measured, between which two moments, in a sentence or two. */
  readonly method: string
  /** Small where a full run would take too long: fewer rounds, fewer sizes. */
  readonly run: (fixture: Fixture, scale: Scale) => Promise<Findings>
}

export interface Scale {
  /** Item counts of lists, ascending. */
  readonly sizes: readonly number[]
  /** How often each gesture is repeated; medians are reported. */
  readonly rounds: number
  /** Waiting edits to drain, ascending. */
  readonly drains: readonly number[]
}

export interface Findings {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly aims: readonly Aim[]
}

/** It holds where `value` is at most `limit`; without one it is a figure that stands in the summary, too. */
export interface Aim {
  readonly what: string
  readonly value: number
  readonly limit?: number
  readonly unit: string
}
