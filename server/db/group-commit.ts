/**
 * Transactions that come at the same moment share one write to the disk: they run one after the other within one
 * transaction of SQLite, each in a savepoint of its own, and all are answered after its commit. For each of them
 * it is as if it had run alone, right after the one before.
 */
import { setImmediate } from 'node:timers'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { directly, runCompiled } from './direct-connection.ts'
import type { Schema } from './schema.ts'

type Work<T> = (tx: Transaction<Schema>) => Promise<T>

/** More would let the first wait too long for the last. */
const mostInGroup = 32

/** One that is to be run, or was. */
interface Entry {
  /** Within a transaction that others share; throws only where nothing of it can go on. */
  runAmongOthers(tx: Transaction<Schema>): Promise<void>
  /** In a transaction of its own, to its end. */
  runAlone(): Promise<void>
  /** After the commit. */
  settle(): void
}

const savepoint = CompiledQuery.raw('savepoint grouped')
const release = CompiledQuery.raw('release savepoint grouped')
const rollback = CompiledQuery.raw('rollback to savepoint grouped')

/** What answers as a transaction of `query` does. `work` may run twice, as with `Database.transaction`. */
export function createGroupCommit(query: Kysely<Schema>): <T>(work: Work<T>) => Promise<T> {
  const waiting: Entry[] = []
  let isRunning = false

  function entryOf<T>(work: Work<T>, { resolve, reject }: PromiseWithResolvers<T>): Entry {
    let settle = () => {}
    return {
      async runAmongOthers(tx) {
        await runCompiled(tx, savepoint)
        try {
          const value = await work(tx)
          settle = () => resolve(value)
        } catch (error) {
          settle = () => reject(error)
          // Where SQLite has ended the transaction by itself, this throws: the others have to run again.
          await runCompiled(tx, rollback)
        }
        await runCompiled(tx, release)
      },
      runAlone: () => query.transaction().execute(directly(work)).then(resolve, reject),
      settle: () => settle(),
    }
  }

  async function runGroup(): Promise<void> {
    const [first, ...others] = waiting.splice(0, mostInGroup)
    if (!first) return
    if (others.length === 0) return first.runAlone()
    const group = [first, ...others]
    try {
      async function runEach(tx: Transaction<Schema>) {
        for (const entry of group) await entry.runAmongOthers(tx)
      }
      await query.transaction().execute(directly(runEach))
    } catch {
      // Nothing of it stands, and nobody was answered: whoever is to blame fails alone.
      for (const entry of group) await entry.runAlone()
      return
    }
    for (const entry of group) entry.settle()
  }

  /** As long as each turn of the process brings more: what is read behind the first shares its write to the disk. */
  function gather(before: number): void {
    const now = waiting.length
    if (now > before && now < mostInGroup) setImmediate(gather, now)
    else void runAll()
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) await runGroup()
    isRunning = false
  }

  return <T>(work: Work<T>) => {
    const promise = Promise.withResolvers<T>()
    waiting.push(entryOf(work, promise))
    if (!isRunning) setImmediate(gather, 0)
    isRunning = true
    return promise.promise
  }
}
