/** A PostgreSQL of the bench's own, which writes to the disk as one does that people rely on. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, joinPostgres, startPostgres } from '../../tests/support/server/postgres.ts'

export interface BenchPostgres {
  /** Answers with the address of a new, empty one. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Undefined where none is installed. */
export async function startPostgresForBench(): Promise<BenchPostgres | undefined> {
  const programs = findPostgres()
  if (programs === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'aisle-bench-pg-'))
  const cluster = await startPostgres(programs, { folder, durable: true })
  const databases = joinPostgres(cluster.folder)
  await makeLogFilesReady((await databases.create()).url)
  return {
    createDatabase: async () => (await databases.create()).url,
    stop: cluster.stop,
  }
}

const logFiles = 24

/**
 * Of 16 MB each, used once and given back, as they lie there after some hours of use: whoever needs a new one makes
 * everybody wait until it is filled with zeros and on the disk.
 */
async function makeLogFilesReady(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`alter system set min_wal_size = '${logFiles * 16}MB'`)
    await client.query('select pg_reload_conf()')
    await client.query('create table written (n integer)')
    for (let n = 0; n < logFiles; n += 1) {
      await client.query('insert into written values ($1)', [n])
      await client.query('select pg_switch_wal()')
    }
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
