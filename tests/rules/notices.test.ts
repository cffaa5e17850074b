import { expect, test } from 'vitest'
import { type Deed, digestOf } from '../../rules/people/digest.ts'
import { checkQuietHours, quietUntil } from '../../rules/people/quiet-hours.ts'

const deed = (who: string | undefined, kind: string, ...names: string[]): Deed => ({
  who,
  kind,
  names,
  count: names.length,
})

test.each<readonly [string, readonly Deed[], readonly [string, string] | undefined]>([
  ['one thing', [deed('Anna', 'ITEM_TICKED', 'Milk')], ['Anna ticked 1 thing on Weekly', 'Milk']],
  [
    'the same in two steps',
    [deed('Anna', 'ITEM_ADDED', 'Milk'), deed('Anna', 'ITEM_MOVED_IN', 'Tea', 'Salt')],
    ['Anna added 3 things to Weekly', 'Milk, Tea and Salt'],
  ],
  [
    'the same thing twice',
    [deed('Anna', 'ITEM_TICKED', 'Milk', 'Milk')],
    ['Anna ticked 2 things on Weekly', 'Milk'],
  ],
  [
    'more than can be named',
    [deed('Anna', 'ITEM_ADDED', 'Milk', 'Tea', 'Salt', 'Eggs', 'Rice', 'Figs', 'Ale')],
    ['Anna added 7 things to Weekly', 'Milk, Tea, Salt, Eggs, Rice and 2 more'],
  ],
  ['the list itself', [deed('Anna', 'LIST_RESET')], ['Anna reset Weekly', '']],
  [
    'different things',
    [deed('Anna', 'ITEM_ADDED', 'Milk', 'Tea'), deed('Anna', 'ITEM_DELETED', 'Salt')],
    ['Anna changed Weekly', 'Anna added 2 things and removed 1 thing.'],
  ],
  [
    'several people, one of whom is gone',
    [
      deed('Anna', 'ITEM_ADDED', 'Milk'),
      deed(undefined, 'ITEM_CHANGED', 'Tea'),
      deed('Ben', 'LIST_RESET'),
    ],
    [
      'Anna, Somebody and Ben changed Weekly',
      'Anna added 1 thing. Somebody changed 1 thing. Ben reset the list.',
    ],
  ],
  ['an order', [deed('Anna', 'ITEMS_ORDERED', 'Milk'), deed('Anna', 'LIST_SHARED')], undefined],
])('a digest of %s', (_what, deeds, words) => {
  const digest = digestOf('Weekly', deeds)
  expect(digest && [digest.title, digest.body]).toEqual(words)
})

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }

test.each([
  ['2026-11-21T20:59:59Z', undefined],
  ['2026-11-21T21:00:30Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T05:59:00Z', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T06:00:00Z', undefined],
  // The night in which the clock goes forward, and the one in which it goes back.
  ['2026-03-28T22:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['2026-03-29T01:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T20:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['2026-10-25T05:59:00Z', '2026-10-25T06:00:00.000Z'],
])('at %s quiet hours last until %s', (now, end) => {
  expect(quietUntil(new Date(now), night)?.toISOString()).toBe(end)
})

test.each([
  // 02:30 is left out that night: they end at 03:30, and never at a moment that is over.
  ['2026-03-28T22:30:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T00:30:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  // Over midnight, which the clock says twice.
  ['2026-10-24T20:30:00Z', '00:00', '2026-10-24T22:00:00.000Z'],
])('at %s quiet hours until %s end at %s', (now, to, end) => {
  expect(quietUntil(new Date(now), { ...night, to })?.toISOString()).toBe(end)
})

test('quiet hours that end after midnight do where the clock goes back at midnight', () => {
  const cairo = { from: '22:00', to: '00:30', timeZone: 'Africa/Cairo' }
  const end = quietUntil(new Date('2026-10-29T19:30:00Z'), cairo)
  expect(end?.toISOString()).toBe('2026-10-29T22:30:00.000Z')
})

test.each([
  [night, undefined],
  [{ ...night, from: '24:00' }, 'from'],
  [{ ...night, to: '7' }, 'to'],
  [{ ...night, to: '22:00' }, 'to'],
  [{ ...night, timeZone: 'Mars/Base' }, 'timeZone'],
])('quiet hours %o are refused for %s', (hours, field) => {
  expect(checkQuietHours(hours)?.field).toBe(field)
})
