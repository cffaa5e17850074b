/** Makes what resolvers are handed (`Context`), one for each operation. */
import type { Kysely } from 'kysely'
import type { Unit } from '../../../rules/items/units.ts'
import type { Moved } from '../../changes/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { type Now, newId, type Random } from '../../environment.ts'
import type { AccountGate } from '../../gates/account-gate.ts'
import type { AccountProof } from '../../gates/account-proof.ts'
import type { Attempts } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Mails } from '../../mail/mails.ts'
import type { PushAddress } from '../../notices/push-address.ts'
import type { Asked } from '../documents/document-wishes.ts'
import type { Live } from '../live.ts'
import type { Listener } from '../live-stream.ts'
import type { AccountSums } from '../people/account-sums.ts'
import { type Answers, createAnswers } from './answer-trace.ts'
import type { Context } from './context.ts'

export interface ContextParts {
  readonly database: Database
  readonly live: Live
  readonly gate: AccountGate
  readonly sums: AccountSums
  readonly now: Now
  readonly random: Random
  readonly jobs: Jobs
  readonly mails: Mails
  readonly attempts: Attempts
  readonly push: PushAddress
  /** Whether only a proven address counts as its account's. */
  readonly provesAddresses: boolean
  readonly itemsPerAnswer?: number
}

/** Who sent the operation, and under which request-token. */
export type Call = {
  readonly caller: Listener
  readonly token: string | null
  /** Where a password came along, what it is worth. */
  readonly proof?: AccountProof | undefined
  /** What it asks for. */
  readonly asked: Asked
  /** Whether it was done before, and what it asks for would be refused by now. */
  readonly isRepetition?: boolean
}

export interface Contexts {
  /** Reads what `of` needs, before a transaction begins: within it, `of` would wait for another connection. */
  ready(): Promise<void>
  /** `moment` is when the operation happens, as ISO 8601; `moved` collects what it moves. */
  of(
    call: Call,
    db: Kysely<Schema>,
    moment: string,
    moved: Moved,
    more?: {
      readonly answers?: Answers
      readonly isAlone?: boolean
      /** Told of what is charged while it runs. */
      readonly onCharge?: (rows: number) => void
    },
  ): Promise<Context>
}

/** Makes what serves all operations of a server; the caller's rights are not looked at here. */
export function createContexts(parts: ContextParts): Contexts {
  const { database, live, gate, sums, now, random, jobs, mails, attempts, push } = parts
  /** The same for everybody; a migration alone changes them. */
  let units: Promise<Unit[]> | undefined

  function readUnits(): Promise<Unit[]> {
    units ??= database.query.selectFrom('unit').selectAll().orderBy('name').execute()
    units.catch(() => {
      units = undefined
    })
    return units
  }

  return {
    async ready() {
      await readUnits()
    },
    async of(
      { caller, token, proof },
      db,
      moment,
      moved,
      { answers = createAnswers(), isAlone = false, onCharge } = {},
    ) {
      return {
        viewer: caller.viewer,
        sessionHash: caller.sessionHash,
        scope: caller.scope,
        proof,
        token,
        db,
        now: moment,
        moved,
        newId: () => newId(now, random),
        epoch: () => database.epoch(db),
        secretBytes: random,
        provesAddresses: parts.provesAddresses,
        units: await readUnits(),
        itemsPerAnswer: parts.itemsPerAnswer,
        jobs,
        mails,
        attempts,
        push,
        answers,
        isAlone,
        sums,
        charge(rows) {
          gate.charge(caller.viewer.id, { rows, written: 0 })
          onCharge?.(rows)
        },
        listen: () => live.listen(caller),
        inTurn: createTurns(),
      }
    },
  }
}

/** One after the other, in the order asked. */
function createTurns(): Context['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
