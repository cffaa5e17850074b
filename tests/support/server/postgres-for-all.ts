/**
 * One PostgreSQL for all test files of a run. It starts when the first of them asks for it, so that a run of
 * other tests does not wait for it; the migrated database that every test copies is made once.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/db/open.ts'
import { findPostgres, joinPostgres, type PostgresCluster, startPostgres } from './postgres.ts'

export interface SharedPostgres {
  readonly folder: string
  /** The name of a database with all tables, which nobody has open. */
  readonly template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for it. */
    readonly postgresForAll: string
  }
}

/** Vitest calls it before the first file of the run, in a process that outlives them all. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: PostgresCluster | undefined
  let shared: Promise<SharedPostgres> | undefined

  async function start(): Promise<SharedPostgres> {
    const programs = findPostgres()
    if (programs === undefined) throw new Error('PostgreSQL is not installed.')
    cluster = await startPostgres(programs)
    const { name, url } = await joinPostgres(cluster.folder).create()
    const database = await openDatabase({ dataDir: '', databaseUrl: url })
    await database.close()
    return { folder: cluster.folder, template: name }
  }

  const server = createServer((_, answer) => {
    shared ??= start()
    shared.then(
      found => answer.end(JSON.stringify(found)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  project.provide('postgresForAll', `http://127.0.0.1:${port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await shared?.catch(() => undefined)
    await cluster?.stop()
  }
}

export async function askForPostgres(address: string): Promise<SharedPostgres> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as SharedPostgres
}
