/**
 * Notices that another file was put in the place of the SQLite database. A mark lies in the database and in a
 * file beside it, and is made anew at each start and stop and every minute in which something was written: an
 * older copy carries an older mark. The file's number on the disk is noted too.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { giveToOwnerOf } from '../give-to-owner-of.ts'
import { leapRevisions, markKey, renewEpoch } from './epoch.ts'
import type { Schema } from './schema.ts'

export const sqliteMarkName = 'aisle.mark'

interface Noted {
  /** Two while the database is about to take the second one. */
  readonly marks: readonly string[]
  readonly file: string
}

export interface SqliteMark {
  /** A new epoch if this is not the database that was here before. */
  begin(): Promise<void>
  /** Where nothing was written since the last time, nothing happens. */
  renew(): Promise<void>
}

interface MarkParts {
  readonly dataDir: string
  readonly file: string
  readonly query: Kysely<Schema>
}

export function createSqliteMark({ dataDir, file, query }: MarkParts): SqliteMark {
  const markFile = join(dataDir, sqliteMarkName)
  let written = -1

  async function change(work: (tx: Kysely<Schema>, mark: string | undefined) => Promise<void>) {
    const next = randomUUID()
    await query.transaction().execute(async tx => {
      const row = await tx
        .selectFrom('setting')
        .select('value')
        .where('key', '=', markKey)
        .executeTakeFirst()
      await work(tx, row?.value)
      // First here: a crash before the commit leaves a mark in the database that the file still names.
      note([...(row ? [row.value] : []), next])
      await tx
        .insertInto('setting')
        .values({ key: markKey, value: next })
        .onConflict(clash => clash.column('key').doUpdateSet({ value: next }))
        .execute()
    })
    // Unless another process has gone on meanwhile.
    if (read(markFile)?.marks.at(-1) === next) note([next])
    written = await countWrites()
  }

  function note(marks: readonly string[]): void {
    const noted: Noted = { marks, file: fileNumber(file) }
    const fresh = `${markFile}.new`
    // Never through a link: root may write it, in a folder of the service's user.
    rmSync(fresh, { force: true })
    writeFileSync(fresh, JSON.stringify(noted), { flag: 'wx', mode: 0o600, flush: true })
    giveToOwnerOf(file, fresh)
    renameSync(fresh, markFile)
  }

  /** By this process. */
  async function countWrites(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(query)
    return rows[0]?.count ?? 0
  }

  return {
    async begin() {
      let isSame = true
      try {
        await change(async (tx, mark) => {
          const noted = read(markFile)
          isSame = mark === undefined ? noted === undefined : isNoted(noted, mark, file)
          if (isSame) return
          await renewEpoch(tx)
          await leapRevisions(tx)
        })
      } catch (error) {
        // A full disk: the marks of before still agree.
        if (!isSame) throw error
      }
    },
    async renew() {
      if ((await countWrites()) !== written) await change(async () => {})
    },
  }
}

function isNoted(noted: Noted | undefined, mark: string, file: string): boolean {
  return noted?.marks.includes(mark) === true && noted.file === fileNumber(file)
}

function fileNumber(file: string): string {
  return String(statSync(file, { bigint: true }).ino)
}

/** Undefined if there is none, or none that can be read. */
function read(markFile: string): Noted | undefined {
  try {
    const { marks, file } = JSON.parse(readFileSync(markFile, 'utf8')) as Partial<Noted>
    return Array.isArray(marks) && typeof file === 'string' ? { marks, file } : undefined
  } catch {
    return undefined
  }
}
