/** What is kept of an edit so that it can be taken back, weeks later and without a network: plain JSON. */

import { compareText } from '../../../rules/compare-text.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import type { Deed } from '../edits/deed.ts'

/** One edit that takes back a part of another. */
export interface UndoStep {
  /** The edit's name. */
  readonly name: string
  readonly variables: EditVariables
  /** The step stands only for fields that still hold what the person put there. */
  readonly guard?: FieldGuard
  /** Of a step on many records: one each, in the order of `variables.items` or `variables.ids`. */
  readonly guards?: readonly FieldGuard[]
  /** Where the row stood; `variables` get the nearest neighbour that is still there. */
  readonly place?: Place
  /** Of a step that puts many rows back: where each stood, in the order in which they are put there. */
  readonly places?: readonly RowPlace[]
  /** Of a step that puts rows back: who stood on the list under their names, and was none of them. */
  readonly beside?: readonly string[]
  /** Of a step that deletes a list again: the ids of the items that it was made with. */
  readonly made?: readonly string[]
  /** Ids that this step brings back under new ids: earlier records of the log mean the new ones from then on. */
  readonly renews?: Readonly<Record<string, string>>
  /** The request-token of the edit that it takes back. */
  readonly token?: string
}

export interface FieldGuard {
  /** The record as the cache names it: "Item:…". */
  readonly cacheId: string
  /** What each field held after the edit; `variables` has what it held before, under the same name. */
  readonly mine: Readonly<Record<string, unknown>>
  /** True where one changed field forbids the whole step, as for taking back an addition. */
  readonly whole?: boolean
}

export interface Place {
  /** The list, or undefined for a place among the lists. */
  readonly listId?: string
  /** What stood before it, nearest first; empty for the first place. */
  readonly before: readonly string[]
  /** What stood next to it after the edit, on either side; undefined if the edit put it nowhere. */
  readonly mine?: Neighbours
}

export interface RowPlace extends Place {
  readonly id: string
  readonly listId: string
}

export interface Neighbours {
  readonly before: string | null
  readonly after: string | null
}

/** What comes of one step now: an edit, sentences why parts stay, or both. */
export interface ResolvedStep {
  readonly edit?: { readonly name: string; readonly variables: EditVariables }
  readonly kept?: readonly string[]
  /** What stays of it needs no taking back any more. */
  readonly isOver?: boolean
}

/** What the person did later on, which is still theirs to take back. */
export interface IsMine {
  /** Whether they gave a field this value. */
  gave(cacheId: string, field: string, value: unknown): boolean
  /** Whether they gave the record this tag, or took it off, and did not take that back. */
  leftTag(cacheId: string, tag: EditVariables, isThere: boolean): boolean
  /** Whether they added the record. */
  added(cacheId: string): boolean
  /** Whether an item is there under this id because they undid its deletion, be it before. */
  broughtBack(itemId: string): boolean
}

/** One thing that the person did, as the log keeps it. */
export interface UndoRecord {
  readonly format: 1
  /** The request-token of the edit, or of the first of several that were done as one. */
  readonly id: string
  /** The list that it belongs to; `account` for the order of the lists and the preferences. */
  readonly listId: string
  /** The device's clock, ISO 8601. */
  readonly at: string
  /** In place of `at` where that is not later than what was done before: somebody set the clock back. */
  readonly place?: string
  readonly deed: Deed
  /** In the order in which they are to be performed. */
  readonly steps: readonly UndoStep[]
  /** Request-tokens of all the edits. */
  readonly tokens: readonly string[]
  /** Set once it was taken back. */
  readonly undoneAt?: string
  /** Request-tokens of what took it back. */
  readonly undoTokens?: readonly string[]
  /** Done on another device: undone where it is asked for, never as "the last thing". */
  readonly elsewhere?: boolean
}

/** What takes back one edit. */
export interface Inverse {
  /** The list in whose history it stands. */
  readonly listId: string
  /** In the order in which they are to be performed. */
  readonly steps: readonly UndoStep[]
  /** The steps where what was deleted had never left the device: the server has it in no bin. */
  readonly neverSent?: readonly UndoStep[]
}

/** As they were done, the newest last. */
export function sortRecords(records: readonly UndoRecord[]): UndoRecord[] {
  return records.toSorted((a, b) => compareText(a.place ?? a.at, b.place ?? b.at))
}
