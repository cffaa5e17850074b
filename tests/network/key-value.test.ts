import { expect, test } from 'vitest'
import { createKeyValue } from '../../src/network/key-value.ts'
import { createStorage } from './stage.ts'

test('what a storage takes no more and lets go of no more is remembered until the page closes', () => {
  const storage = createStorage()
  const values = createKeyValue(() => storage)
  values.set('kept', 'before')
  function refuse() {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const { setItem, removeItem } = storage
  Object.assign(storage, { setItem: refuse, removeItem: refuse })
  values.set('kept', 'after')
  expect([values.get('kept'), values.outlives('kept')]).toEqual(['after', false])
  values.remove('kept')
  expect(values.get('kept')).toBeUndefined()
  Object.assign(storage, { setItem, removeItem })
  values.set('kept', 'again')
  expect([values.get('kept'), values.outlives('kept')]).toEqual(['again', true])
})
