/** A PostgreSQL of the bench's own, which writes to the disk as one does that people rely on. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, joinPostgres, startPostgres } from '../tests/support/server/postgres.ts'

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
  return {
    createDatabase: async () => (await databases.create()).url,
    stop: cluster.stop,
  }
}
