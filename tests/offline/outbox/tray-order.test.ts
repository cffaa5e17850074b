import { expect, test } from 'vitest'
import type { Entry, TrayEntry } from '../../../src/offline/outbox/edit.ts'
import { createMarks } from '../../../src/offline/outbox/marks.ts'
import { createTray } from '../../../src/offline/outbox/tray.ts'

function refused(id: string, key: number): TrayEntry {
  const entry: Entry = {
    ...{ id, key, format: 1, name: 'updateItem', variables: {}, at: '', attempts: 0 },
    ...{ needs: [], creates: [] },
  }
  const refusal = { code: 'NOT_FOUND', message: 'This was deleted.' }
  return { id, refusal, entries: [entry], refusedAt: '' }
}

test('what the disk tells in any order lies in the tray as it was done', () => {
  const tray = createTray(new Map(), createMarks())
  tray.change([refused('b', 2), { ...refused('unknown', 0), entries: [] }, refused('a', 1)], [])
  tray.change([refused('c', 3)], [])
  expect(tray.entries.get().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'unknown'])
})
