import type { Kysely } from 'kysely'
import { once, type TokenedRequest, type TracedAnswer } from '../../changes/once.ts'
import type { Schema } from '../../db/schema.ts'

/** Tells by the trace of an earlier answer what stands there now. */
type Again = (tx: Kysely<Schema>, trace: string) => Promise<TracedAnswer>

/** The only field of an operation was refused: what it did is to be undone, its answer to be kept. */
export class RefusedAlone extends Error {
  override readonly name = 'RefusedAlone'
  readonly told: TracedAnswer
  readonly request: TokenedRequest
  readonly again: Again
  /** What it cost until then beyond what was counted before it ran, in rows. */
  readonly charged: number

  constructor(told: TracedAnswer, request: TokenedRequest, again: Again, charged: number) {
    super('Refused.')
    this.told = told
    this.request = request
    this.again = again
    this.charged = charged
  }
}

/**
 * Answers what is kept: where the same request was answered before, that is what it is told. `whenNew` is called where it
 * was not.
 */
export function keepRefusal(
  tx: Kysely<Schema>,
  { told, request, again }: RefusedAlone,
  whenNew: (request: TokenedRequest, told: TracedAnswer) => void,
): Promise<string> {
  async function keep() {
    whenNew(request, told)
    return told
  }
  return once(tx, request, keep, again)
}
