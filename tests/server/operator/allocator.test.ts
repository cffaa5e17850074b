/** What the server asks of the allocator of Linux before it begins. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sqlite } from '../../support/server/engines.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

const onLinux = test.skipIf(process.platform !== 'linux')

/** Its own process's, once it is open, as NAME=value. */
async function allocatorSettings(server: ServerProcess): Promise<readonly string[]> {
  const environment = await readFile(`/proc/${server.pid}/environ`, 'utf8')
  server.signal('SIGTERM')
  await server.ended
  return environment
    .split('\0')
    .filter(setting => setting.startsWith('MALLOC_'))
    .sort()
}

onLinux('what was given back is not kept by each thread for itself', async () => {
  const server = await startServerProcess(await sqlite.newPlace())
  expect(await allocatorSettings(server)).toEqual([
    'MALLOC_ARENA_MAX=1',
    'MALLOC_MMAP_THRESHOLD_=131072',
  ])
})

onLinux('what whoever runs it has set stays', async () => {
  const server = await startServerProcess(await sqlite.newPlace(), { MALLOC_ARENA_MAX: '4' })
  expect(await allocatorSettings(server)).toEqual(['MALLOC_ARENA_MAX=4'])
  const other = { MALLOC_MMAP_THRESHOLD_: '65536' }
  expect(await allocatorSettings(await startServerProcess(await sqlite.newPlace(), other))).toEqual(
    ['MALLOC_ARENA_MAX=1', 'MALLOC_MMAP_THRESHOLD_=65536'],
  )
})

onLinux('a process that somebody listens to by a channel stays as it was started', async () => {
  const server = await startServerProcess(await sqlite.newPlace(), {}, { hasChannel: true })
  expect(await allocatorSettings(server)).toEqual([])
})
