import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll } from 'vitest'

const s = new Session()
s.connect()
beforeAll(async () => {
  await s.post('Profiler.enable')
  await s.post('Profiler.start')
})
afterAll(async () => {
  const { profile } = await s.post('Profiler.stop')
  writeFileSync('/tmp/prof/x.cpuprofile', JSON.stringify(profile))
})
