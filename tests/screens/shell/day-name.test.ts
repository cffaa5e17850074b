import { expect, onTestFinished, test } from 'vitest'
import { dayName } from '../../../src/ui/moment.ts'

test('a file is named by the day where it is saved', () => {
  const zone = process.env.TZ
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  process.env.TZ = 'America/New_York'
  expect(dayName(Date.parse('2026-11-21T02:30:00Z'))).toBe('2026-11-20')
  process.env.TZ = 'Asia/Tokyo'
  expect(dayName(Date.parse('2026-11-21T16:00:00Z'))).toBe('2026-11-22')
})
