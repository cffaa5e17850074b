/** Runs operations: questions on a snapshot, mutations once and in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Unit } from '../../../rules/items/units.ts'
import { announce } from '../../changes/announcements.ts'
import { createMoved, type Moved } from '../../changes/changes.ts'
import { once, type TokenedRequest, type TracedAnswer } from '../../changes/once.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { runCompiled, sendCompiled } from '../../db/direct-connection.ts'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { type Now, newId, type Random } from '../../environment.ts'
import type { AccountGate } from '../../gates/account-gate.ts'
import type { AccountProof } from '../../gates/account-proof.ts'
import type { Attempts } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { describeError, type Log } from '../../log.ts'
import type { Mails } from '../../mail/mails.ts'
import type { PushAddress } from '../../notices/push-address.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import type { RootField } from '../documents/root-fields.ts'
import type { Live } from '../live.ts'
import type { Listener } from '../live-stream.ts'
import type { AccountSums } from '../people/account-sums.ts'
import { internalSentence, isUnexpected, toAnswerError } from './answer-errors.ts'
import { createAnswers } from './answer-trace.ts'
import { type Batched, type Executed, endsOfParts, failed, runBatch, unite } from './batch.ts'
import type { Context } from './context.ts'

export interface OperationsParts {
  readonly database: Database
  readonly live: Live
  readonly gate: AccountGate
  readonly sums: AccountSums
  readonly now: Now
  readonly random: Random
  readonly log: Log
  readonly jobs: Jobs
  readonly mails: Mails
  readonly attempts: Attempts
  readonly push: PushAddress
  /** Whether only a proven address counts as its account's. */
  readonly provesAddresses: boolean
}

/** Who sent the operation, and under which request-token. */
export type Call = {
  readonly caller: Listener
  readonly token: string | null
  /** Where a password came along, what it is worth. */
  readonly proof?: AccountProof | undefined
  /** What it asks for. */
  readonly roots: readonly RootField[]
}

export type CallArgs = Omit<ExecutionArgs, 'contextValue'> & { readonly contextValue: Call }

/** An operation that was looked at, and the one of its document that is meant. */
export interface Runnable {
  readonly args: CallArgs
  readonly operation: OperationDefinitionNode
}

export interface Operations {
  /** The answer as JSON, with its errors as the caller reads them. */
  execute(args: CallArgs): Promise<string>
  /**
   * The answers as JSON, in order. Mutations that follow each other in one transaction, so that a batch of edits costs
   * one write to the disk; where anything of it fails that is no refusal, each in one of its own. Questions between
   * them each on a snapshot, as alone: nobody waits to write while they are answered.
   */
  executeBatch(batch: readonly Batched<Runnable>[]): Promise<readonly string[]>
  /** What a subscription's resolvers are handed. */
  streamContext(call: Call): Promise<Context>
  close(): Promise<void>
}

/** A subscription changes nothing: its streams share this, of which each would hold a kilobyte and a half. */
const unmoved = createMoved()

const mostTriesOfAWrite = 10
/** Less than anybody sees, and several ticks of a busy server. */
const betweenAnnouncementsMs = 5

const savepoint = CompiledQuery.raw('savepoint batched')
const release = CompiledQuery.raw('release savepoint batched')
const rollback = CompiledQuery.raw('rollback to savepoint batched')

export function createOperations(parts: OperationsParts): Operations {
  const { database, live, gate, sums, now, random, log, jobs, mails, attempts, push } = parts
  const unannounced: Moved[] = []
  let announcing: Promise<void> | undefined
  let units: Promise<Unit[]> | undefined

  function readUnits(): Promise<Unit[]> {
    units ??= database.query.selectFrom('unit').selectAll().orderBy('name').execute()
    units.catch(() => {
      units = undefined
    })
    return units
  }

  async function contextOf(
    { caller, token, proof }: Call,
    db: Kysely<Schema>,
    moment: string,
    moved: Moved,
    { answers = createAnswers(), isAlone = false } = {},
  ): Promise<Context> {
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
      jobs,
      mails,
      attempts,
      push,
      answers,
      isAlone,
      sums,
      charge: rows => void gate.charge(caller.viewer.id, { rows, written: 0 }),
      listen: () => live.listen(caller),
      inTurn: createTurns(),
    }
  }

  async function ask(args: CallArgs): Promise<string> {
    await readUnits()
    const result = await database.snapshot(async db => {
      const context = await contextOf(args.contextValue, db, now().toISOString(), createMoved())
      return execute({ ...args, contextValue: context })
    })
    const unexpected = result.errors?.find(isUnexpected)
    if (unexpected) log.error(describeError(unexpected.originalError), 'a question failed')
    return JSON.stringify(readable(result))
  }

  /**
   * Within a transaction that somebody else ends: nothing of it is announced. Throws `RefusedAlone` where that one
   * has to be undone, and the refusal kept by `keepRefusal`.
   */
  async function executeWithin(
    tx: Kysely<Schema>,
    args: CallArgs,
    operation: OperationDefinitionNode,
    moment: string,
    isNew = false,
  ): Promise<Executed> {
    let moved = createMoved()
    const request = requestOf(args.contextValue, operation, moment)
    const run = async (db: Kysely<Schema>, trace?: string): Promise<TracedAnswer> => {
      // Another try of the same transaction starts without a past.
      moved = createMoved()
      const answers = createAnswers(trace)
      const { isAlone } = request
      const context = await contextOf(args.contextValue, db, moment, moved, { answers, isAlone })
      const result = await execute({ ...args, contextValue: context })
      const unexpected = result.errors?.find(isUnexpected)
      if (unexpected) throw unexpected.originalError
      const told = answers.tell(JSON.stringify(readable(result)))
      if (isAlone && answers.isRefused()) throw new RefusedAlone(told, request, run)
      return told
    }
    if (operation.operation !== 'mutation') return { text: (await run(tx)).text, moved }
    if (args.contextValue.caller.scope === 'READ') {
      throw forbidden('This API token may read only. Make one that may write, too.')
    }
    return { text: await once(tx, { ...request, isNew }, run, run), moved }
  }

  function requestOf(
    { caller, token, roots }: Call,
    operation: OperationDefinitionNode,
    now: string,
  ): RequestOfOperation {
    const isAlone = operation.operation === 'mutation' && roots.length === 1
    return { userId: caller.viewer.id, token, operation: nameEffects(roots), now, isAlone }
  }

  /** After the commit. */
  function announceAll(all: readonly Moved[]): void {
    jobs.wake()
    unannounced.push(unite(all))
    announcing ??= announceNext()
  }

  /**
   * What moves while others are told goes out together; and on PostgreSQL, where telling them is a transaction of
   * its own and wakes every process, what moves in the moment after.
   */
  async function announceNext(): Promise<void> {
    while (unannounced.length > 0) {
      try {
        await announce(database, ...unannounced.splice(0))
      } catch (error) {
        log.error(describeError(error), 'an announcement failed')
      }
      if (database.engine === 'postgres') await sleep(betweenAnnouncementsMs)
    }
    // At once: nobody may find it while nothing is told any more.
    announcing = undefined
  }

  async function change(args: CallArgs, operation: OperationDefinitionNode): Promise<string> {
    try {
      let isNew = database.engine === 'postgres'
      const { text, moved } = await inTransaction((tx, moment) => {
        const isFirstTry = isNew
        isNew = false
        return executeWithin(tx, args, operation, moment, isFirstTry)
      })
      announceAll([moved])
      return text
    } catch (error) {
      if (!(error instanceof RefusedAlone)) throw error
      return database.transaction(tx => keepRefusal(tx, error))
    }
  }

  /** `work` begins anew where somebody else was faster. */
  async function inTransaction<T>(work: (tx: Kysely<Schema>, moment: string) => Promise<T>) {
    await readUnits()
    const moment = now().toISOString()
    return retryWriteConflicts(() => database.transaction(tx => work(tx, moment)))
  }

  async function executeAlone(args: CallArgs): Promise<string> {
    const operation = getOperationAST(args.document, args.operationName)
    try {
      return await (operation?.operation === 'mutation' ? change(args, operation) : ask(args))
    } catch (error) {
      if (error instanceof Refusal) return refusedWith(error)
      log.error(describeError(error), 'an operation failed')
      return JSON.stringify(failed(internalSentence, { code: 'INTERNAL' }))
    }
  }

  /** The next part of a batch in one transaction, announced after it. */
  async function changeAtOnce(part: readonly Batched<Runnable>[], earlier: readonly Executed[]) {
    const executed = await inTransaction((tx, moment) =>
      runBatch(
        part,
        async ({ args, operation }) => {
          await sendCompiled(tx, savepoint)
          try {
            const one = await executeWithin(tx, args, operation, moment)
            await sendCompiled(tx, release)
            return one
          } catch (error) {
            const isKept = error instanceof RefusedAlone
            if (!(isKept || error instanceof Refusal)) throw error
            await runCompiled(tx, rollback)
            const refused = isKept ? await keepRefusal(tx, error) : refusedWith(error)
            return { text: refused, moved: createMoved() }
          }
        },
        earlier,
      ),
    )
    announceAll(executed.slice(earlier.length).map(one => one.moved))
    return executed
  }

  async function runOneByOne(part: readonly Batched<Runnable>[], earlier: readonly Executed[]) {
    const run = async ({ args }: Runnable) => ({
      text: await executeAlone(args),
      moved: createMoved(),
    })
    return runBatch(part, run, earlier)
  }

  return {
    execute: executeAlone,
    async executeBatch(batch) {
      let executed: readonly Executed[] = []
      for (const end of endsOfParts(batch, isMutation)) {
        const part = batch.slice(0, end)
        const earlier = executed
        const changes = part
          .slice(earlier.length)
          .some(({ request }) => request && isMutation(request))
        executed = await (changes ? changeAtOnce(part, earlier) : runOneByOne(part, earlier)).catch(
          error => {
            log.error(describeError(error), 'a batch failed, its requests are run one by one')
            return runOneByOne(part, earlier)
          },
        )
      }
      return executed.map(one => one.text)
    },
    streamContext: call => contextOf(call, database.query, now().toISOString(), unmoved),
    async close() {
      await announcing
    },
  }
}

function isMutation({ operation }: Runnable): boolean {
  return operation.operation === 'mutation'
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

async function retryWriteConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof WriteConflict) || tries >= mostTriesOfAWrite) throw error
    }
  }
}

interface RequestOfOperation extends TokenedRequest {
  /** Whether it is one field, which is undone by undoing all. */
  readonly isAlone: boolean
}

/** Tells by the trace of an earlier answer what stands there now. */
type Again = (tx: Kysely<Schema>, trace: string) => Promise<TracedAnswer>

/** The only field of an operation was refused: what it did is to be undone, its answer to be kept. */
class RefusedAlone extends Error {
  override readonly name = 'RefusedAlone'
  readonly told: TracedAnswer
  readonly request: TokenedRequest
  readonly again: Again

  constructor(told: TracedAnswer, request: TokenedRequest, again: Again) {
    super('Refused.')
    this.told = told
    this.request = request
    this.again = again
  }
}

/** Answers what is kept: where the same request was answered before, that is what it is told. */
function keepRefusal(tx: Kysely<Schema>, { told, request, again }: RefusedAlone): Promise<string> {
  return once(tx, request, async () => told, again)
}

/**
 * What an operation does, whatever it selects and however it is written: its root fields and their
 * arguments. A newer client that repeats an older one's request asks for the same.
 */
function nameEffects(roots: readonly RootField[]): string {
  return JSON.stringify(roots.map(({ name, args }) => [name, withoutPasswords(args)]))
}

/** A hash of it is kept, and a hash of a password that anybody may try against is a password told. */
function withoutPasswords(args: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !/password/i.test(name)))
}

function refusedWith({ message, extensions }: Refusal): string {
  return JSON.stringify(failed(message, extensions))
}

/** Plain JSON in the order in which it is stored: an answer reads the same the second time. */
function readable(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return { data: result.data ?? null }
  const errors = result.errors.map(error => toAnswerError(error).toJSON())
  // Formatted already; whoever sends it leaves it alone.
  return { errors: errors as unknown as GraphQLError[], data: result.data ?? null }
}
