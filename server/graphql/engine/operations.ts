/** Runs operations: questions on a snapshot, mutations once and in one transaction. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql'
import { CompiledQuery, type Kysely } from 'kysely'
import { createMoved, type Moved } from '../../changes/changes.ts'
import { lockAhead } from '../../changes/lock-ahead.ts'
import { once, type TokenedRequest, type TracedAnswer } from '../../changes/once.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { runCompiled, sendCompiled } from '../../db/direct-connection.ts'
import type { Schema } from '../../db/schema.ts'
import { describeError, type Log } from '../../log.ts'
import { forbidden, internalSentence, Refusal, signInFirst } from '../../refusal.ts'
import { AccountGone } from './account-gone.ts'
import { createAnnouncing } from './announcing.ts'
import { isUnexpected, toAnswerError } from './answer-errors.ts'
import { createAnswers, readTraces } from './answer-trace.ts'
import { type Batched, type Executed, endsOfParts, failed, runBatch } from './batch.ts'
import { createBreathing } from './breathing.ts'
import type { Context } from './context.ts'
import { type Call, type ContextParts, createContexts } from './contexts.ts'
import { nameEffects } from './name-effects.ts'
import { keepRefusal, RefusedAlone } from './refused-alone.ts'
import { TooMuchAgain, tooMuchAgain, weighAgain } from './weigh-again.ts'

export interface OperationsParts extends ContextParts {
  readonly log: Log
}

export type CallArgs = Omit<ExecutionArgs, 'contextValue'> & { readonly contextValue: Call }

/** An operation that was looked at, and the one of its document that is meant. */
export interface Runnable {
  readonly args: CallArgs
  readonly operation: OperationDefinitionNode
}

export interface Operations {
  /**
   * The answer as JSON, with its errors as the caller reads them. Throws `AccountGone`, as `executeBatch` does, and
   * `TooMuchAgain`.
   */
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

/** A refusal is kept for its repetitions and weighed by no sum: so many fewer rows may its account write that day. */
const rowsPerRefusal = 50

/** What is kept of an answer, for 90 days: so many bytes count as one row that is written. */
const keptPerRow = 100

const savepoint = CompiledQuery.raw('savepoint batched')
const release = CompiledQuery.raw('release savepoint batched')
const rollback = CompiledQuery.raw('rollback to savepoint batched')

export function createOperations(parts: OperationsParts): Operations {
  const { database, now, log, jobs, gate } = parts
  const contexts = createContexts(parts)
  const announcing = createAnnouncing(database, log)

  /** Something is not there that everybody has, or refers to nobody: no fault where an account has just gone. */
  async function report(error: unknown, call: Call, what: string): Promise<void> {
    await refuseGone(call)
    log.error(describeError(error), what)
  }

  async function refuseGone({ caller }: Call): Promise<void> {
    const account = database.query
      .selectFrom('user')
      .select('id')
      .where('id', '=', caller.viewer.id)
    const found = await account.execute().catch(() => undefined)
    if (found?.length === 0) throw new AccountGone()
  }

  async function ask(args: CallArgs, onCharge?: (rows: number) => void): Promise<string> {
    await contexts.ready()
    const result = await database.snapshot(async db => {
      const moment = now().toISOString()
      const context = await contexts.of(args.contextValue, db, moment, createMoved(), {
        ...(onCharge && { onCharge }),
      })
      return execute({ ...args, contextValue: context })
    })
    const unexpected = result.errors?.find(isUnexpected)
    if (unexpected) await report(unexpected.originalError, args.contextValue, 'a question failed')
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
    let charged = 0
    const request = requestOf(args.contextValue, operation, moment)
    async function run(db: Kysely<Schema>, trace?: string): Promise<TracedAnswer> {
      // Another try of the same transaction starts without a past.
      moved = createMoved()
      charged = 0
      const traces = trace === undefined ? undefined : readTraces(trace)
      const answers = createAnswers(traces)
      const { isAlone } = request
      const context = await contexts.of(args.contextValue, db, moment, moved, {
        answers,
        isAlone,
        onCharge(rows) {
          charged += rows
        },
      })
      if (traces) await weighAgain(context, args.contextValue, traces)
      const result = await execute({ ...args, contextValue: context })
      const unexpected = result.errors?.find(isUnexpected)
      if (unexpected) throw unexpected.originalError
      const told = answers.tell(JSON.stringify(readable(result)))
      if (isAlone && answers.isRefused()) throw new RefusedAlone(told, request, run, charged)
      if (result.errors) chargeRefusal(request, told)
      else if (trace === undefined) chargeKept(request, told)
      return told
    }
    if (operation.operation !== 'mutation') return { text: (await run(tx)).text, moved }
    if (args.contextValue.caller.scope === 'READ') {
      throw forbidden('This API token may read only. Make one that may write, too.')
    }
    return { text: await once(tx, { ...request, isNew }, run, run), moved, charged }
  }

  function chargeRefusal(request: TokenedRequest, told: TracedAnswer): void {
    chargeKept(request, told, rowsPerRefusal)
  }

  /** Whoever asks chooses the names of what is answered, and so its length. */
  function chargeKept({ userId, token }: TokenedRequest, told: TracedAnswer, rows = 0): void {
    // Without a token nothing is kept.
    if (token === null) return
    const bytes = Buffer.byteLength(told.answer) + Buffer.byteLength(told.trace ?? '')
    gate.charge(userId, { rows: 0, written: rows + bytes / keptPerRow, isDone: true })
  }

  function requestOf(
    { caller, token, asked: { roots } }: Call,
    operation: OperationDefinitionNode,
    now: string,
  ): RequestOfOperation {
    const isAlone = operation.operation === 'mutation' && roots.length === 1
    return { userId: caller.viewer.id, token, operation: nameEffects(roots), now, isAlone }
  }

  /** After the commit. */
  function announceAll(all: readonly Moved[]): void {
    jobs.wake()
    announcing.add(all)
  }

  async function change(args: CallArgs, operation: OperationDefinitionNode): Promise<string> {
    try {
      let isNew = database.engine === 'postgres' && !args.contextValue.isRepetition
      const { text, moved } = await inTransaction((tx, moment) => {
        const isFirstTry = isNew
        isNew = false
        return executeWithin(tx, args, operation, moment, isFirstTry)
      })
      announceAll([moved])
      return text
    } catch (error) {
      if (!(error instanceof RefusedAlone)) throw error
      // What waited until the account was gone found nothing of it, not even its password.
      await refuseGone(args.contextValue)
      return database.transaction(tx => keepRefusal(tx, error, chargeRefusal))
    }
  }

  /** `work` begins anew where somebody else was faster. */
  async function inTransaction<T>(
    work: (tx: Kysely<Schema>, moment: string) => Promise<T>,
    options: { readonly isOfMany?: boolean } = {},
  ) {
    await contexts.ready()
    const moment = now().toISOString()
    return retryWriteConflicts(() => database.transaction(tx => work(tx, moment), options))
  }

  /** `onCharge` is told what a question costs beyond what was counted before it ran, in rows. */
  async function executeAlone(args: CallArgs, onCharge?: (rows: number) => void): Promise<string> {
    const operation = getOperationAST(args.document, args.operationName)
    try {
      return await (operation?.operation === 'mutation'
        ? change(args, operation)
        : ask(args, onCharge))
    } catch (error) {
      if (error instanceof Refusal) return refusedWith(error)
      if (error instanceof TooMuchAgain) throw error
      await report(error, args.contextValue, 'an operation failed')
      return JSON.stringify(failed(internalSentence, { code: 'INTERNAL' }))
    }
  }

  /** The next part of a batch in one transaction, announced after it. */
  async function changeAtOnce(part: readonly Batched<Runnable>[], earlier: readonly Executed[]) {
    const fresh = part
      .slice(earlier.length)
      .flatMap(({ request }) => request?.args.contextValue ?? [])
    const executed = await inTransaction(
      async (tx, moment) => {
        const [first] = fresh
        if (first && database.engine === 'postgres') {
          const changes = fresh.flatMap(({ asked }) => asked.roots)
          await lockAhead({ db: tx, viewer: first.caller.viewer }, changes)
        }
        const breathe = createBreathing()
        return runBatch(
          part,
          async ({ args, operation }) => {
            await breathe()
            await sendCompiled(tx, savepoint)
            try {
              const one = await executeWithin(tx, args, operation, moment)
              await sendCompiled(tx, release)
              return one
            } catch (error) {
              const isKept = error instanceof RefusedAlone
              const isOverAgain = error instanceof TooMuchAgain
              if (!(isKept || isOverAgain || error instanceof Refusal)) throw error
              await runCompiled(tx, rollback)
              const refused = isKept
                ? await keepRefusal(tx, error, chargeRefusal)
                : isOverAgain
                  ? tooMuchAgain
                  : refusedWith(error)
              return {
                text: refused,
                moved: createMoved(),
                ...(isKept && { charged: error.charged }),
              }
            }
          },
          earlier,
        )
      },
      { isOfMany: true },
    )
    announceAll(executed.slice(earlier.length).map(one => one.moved))
    return executed
  }

  async function runOneByOne(part: readonly Batched<Runnable>[], earlier: readonly Executed[]) {
    let isAnyDone = earlier.length > 0
    const breathe = createBreathing()
    async function run({ args }: Runnable) {
      await breathe()
      let charged = 0
      function onCharge(rows: number) {
        charged += rows
      }
      const text = await executeAlone(args, onCharge).catch(error => {
        if (error instanceof TooMuchAgain) return tooMuchAgain
        // What was done stays done, be it the end of the account: its answer must not be lost.
        if (!(error instanceof AccountGone && isAnyDone)) throw error
        return JSON.stringify(failed(signInFirst, { code: 'UNAUTHENTICATED' }))
      })
      isAnyDone = true
      return { text, moved: createMoved(), charged }
    }
    return runBatch(part, run, earlier)
  }

  return {
    execute: args => executeAlone(args),
    async executeBatch(batch) {
      let executed: readonly Executed[] = []
      for (const end of endsOfParts(batch, isMutation)) {
        const part = batch.slice(0, end)
        const earlier = executed
        const changes = part
          .slice(earlier.length)
          .some(({ request }) => request && isMutation(request))
        executed = await (changes ? changeAtOnce(part, earlier) : runOneByOne(part, earlier)).catch(
          async error => {
            const call = part.find(({ request }) => request)?.request?.args.contextValue
            if (call) await report(error, call, 'a batch failed, its requests are run one by one')
            return runOneByOne(part, earlier)
          },
        )
      }
      return executed.map(one => one.text)
    },
    streamContext: call => contexts.of(call, database.query, now().toISOString(), unmoved),
    async close() {
      await announcing.done()
    },
  }
}

function isMutation({ operation }: Runnable): boolean {
  return operation.operation === 'mutation'
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
