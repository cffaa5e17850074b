import { expect, test } from 'vitest'
import { type DraftTag, overLatest } from '../../../src/features/tags/tag-draft.ts'

const tag = (id: string, name = id, color = 'red'): DraftTag => ({ id, name, color })
const [a, b, c] = [tag('a'), tag('b'), tag('c')]
const dry = { name: 'Dry', color: 'blue' }

test.each<
  [
    string,
    {
      wanted: readonly DraftTag[]
      base: readonly DraftTag[]
      latest: readonly DraftTag[]
      after: readonly DraftTag[]
    },
  ]
>([
  [
    'nothing changed elsewhere',
    { wanted: [b, dry], base: [a, b], latest: [a, b], after: [b, dry] },
  ],
  ['one joined', { wanted: [a, b, dry], base: [a, b], latest: [a, b, c], after: [a, b, dry, c] }],
  ['one went', { wanted: [a, b, dry], base: [a, b], latest: [b], after: [b, dry] }],
  [
    'one went that is changed here',
    { wanted: [tag('a', 'A'), b], base: [a, b], latest: [b], after: [tag('a', 'A'), b] },
  ],
  [
    'one was renamed there and coloured here',
    {
      wanted: [tag('a', 'a', 'green')],
      base: [a],
      latest: [tag('a', 'Apples')],
      after: [tag('a', 'Apples', 'green')],
    },
  ],
  [
    'both renamed it',
    { wanted: [tag('a', 'X')], base: [a], latest: [tag('a', 'Y')], after: [tag('a', 'X')] },
  ],
  [
    'it was taken away here and renamed there',
    { wanted: [], base: [a], latest: [tag('a', 'Y')], after: [] },
  ],
  [
    'one got the name here that another added there',
    {
      wanted: [tag('a', 'Dry')],
      base: [a],
      latest: [a, tag('d', 'dry')],
      after: [tag('a', 'Dry'), tag('d', 'dry')],
    },
  ],
  ['both added it', { wanted: [dry], base: [], latest: [tag('d', 'dry')], after: [dry] }],
])('tags over the latest: %s', (_, { wanted, base, latest, after }) => {
  expect(overLatest(wanted, base, latest)).toEqual(after)
})
