/** What the offline core leans on in Apollo Client's cache, private fields included: keep these when it is upgraded. */
import type { ApolloCache, TypedDocumentNode } from '@apollo/client'
import { Kind } from 'graphql'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  createDerivedCache,
  type DerivedCache,
  type LayerEdit,
} from '../../../src/offline/derived-cache.ts'

interface Thing {
  readonly __typename: 'Thing'
  readonly id: string
  readonly name: string
  readonly done: boolean
}

const field = (value: string) => ({
  kind: Kind.FIELD as const,
  name: { kind: Kind.NAME as const, value },
})
const selectionSet = {
  kind: Kind.SELECTION_SET as const,
  selections: ['__typename', 'id', 'name', 'done'].map(field),
}
const fragment: TypedDocumentNode<Thing, Record<string, never>> = {
  kind: Kind.DOCUMENT,
  definitions: [
    {
      kind: Kind.FRAGMENT_DEFINITION,
      name: { kind: Kind.NAME, value: 'ThingFields' },
      typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Thing' } },
      selectionSet,
    },
  ],
}
const query: TypedDocumentNode<{ readonly things: readonly Thing[] }, Record<string, never>> = {
  kind: Kind.DOCUMENT,
  definitions: [
    {
      kind: Kind.OPERATION_DEFINITION,
      operation: 'query' as never,
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: [{ ...field('things'), selectionSet }],
      },
    },
  ],
}

let cache: DerivedCache
let troubles: unknown[]
let postponed: (() => void)[]

beforeEach(() => {
  troubles = []
  postponed = []
  cache = createDerivedCache({
    config: { typePolicies: { Query: { fields: { things: { merge: false } } } } },
    onTrouble: error => troubles.push(error),
    soon: task => postponed.push(task),
  })
  cache.writeQuery({ query, data: { things: [thing('a'), thing('b')] } })
  cache.takeBaseChanges()
})

const thing = (id: string, more: Partial<Thing> = {}): Thing => ({
  __typename: 'Thing',
  id,
  name: id,
  done: false,
  ...more,
})
const write = (to: ApolloCache, data: Thing) =>
  to.writeFragment({ id: `Thing:${data.id}`, fragment, data })
const set = (id: string, fields: Partial<Thing>): LayerEdit => ({
  id: `set ${id} ${JSON.stringify(fields)}`,
  apply: to => {
    to.modify({
      id: `Thing:${id}`,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, () => value]),
      ),
    })
  },
})
const bury = (id: string): LayerEdit => ({
  id: `bury ${id}`,
  apply: to => {
    to.modify({ id: `Thing:${id}`, fields: (_value, { DELETE }) => DELETE })
  },
})
const seen = () => cache.readQuery({ query, optimistic: true })?.things
const base = () => cache.readQuery({ query })?.things

test('edits are painted over the base, which stays what the server said', () => {
  cache.push(set('a', { done: true }))
  cache.push(set('a', { name: 'A' }))
  expect(seen()?.[0]).toMatchObject({ done: true, name: 'A' })
  expect(base()?.[0]).toMatchObject({ done: false, name: 'a' })
  expect(cache.extract()['Thing:a']).toMatchObject({ done: false, name: 'a' })
  expect(cache.peek('Thing:a')).toMatchObject({ done: true })
  expect(cache.peekBase('Thing:a')).toMatchObject({ done: false })
})

test('an edit that covers an earlier one is painted alone, and the earlier one never again', () => {
  const other = set('b', { done: true })
  const otherApplied = vi.spyOn(other, 'apply')
  cache.push(other)
  cache.push({ ...set('a', { done: true }), id: 'earlier' })
  cache.push({ ...set('a', { done: false }), id: 'later' }, ['earlier'])
  expect(seen()?.map(({ done }) => done)).toEqual([false, true])
  // Once when it was done: a gesture costs the same, however many others wait.
  expect(otherApplied).toHaveBeenCalledTimes(1)

  const later: LayerEdit = { id: 'later', apply: () => {} }
  cache.push(later, ['later'])
  write(cache, thing('a', { done: true }))
  expect(seen()?.[0]?.done).toBe(true)
})

test('what is done while a derivation is postponed is painted at the cost of one edit', () => {
  const edits = Array.from({ length: 40 }, (_, n) => ({
    ...set('b', { name: `${n}` }),
    id: `${n}`,
  }))
  const applied = vi.spyOn(edits[1] as LayerEdit, 'apply')
  for (const edit of edits) cache.push(edit)
  cache.replaceEdits(edits.slice(1), () => write(cache, thing('b', { name: '0' })), true)
  cache.push(set('a', { done: true }))
  expect(seen()?.map(({ name, done }) => [name, done])).toEqual([
    ['a', true],
    ['39', false],
  ])
  expect(applied).toHaveBeenCalledTimes(1)
  for (const task of postponed) task()
  expect(applied).toHaveBeenCalledTimes(2)
  expect(seen()?.[0]?.done).toBe(true)
})

test('what the server tells of an entity that has an edit on it is seen at once', () => {
  cache.push(set('a', { done: true }))
  write(cache, thing('a', { name: 'from the server' }))
  expect(seen()?.[0]).toMatchObject({ done: true, name: 'from the server' })
})

test('a tombstone hides what the base has, and lists leave it out', () => {
  cache.push(bury('a'))
  expect(seen()?.map(({ id }) => id)).toEqual(['b'])
  expect(cache.peek('Thing:a')).toBeUndefined()
  cache.replaceEdits([])
  expect(seen()?.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('settling writes the truth and lets the edit go in one breath: one broadcast, no flicker', () => {
  cache.push(set('a', { done: true }))
  const shown: unknown[] = []
  cache.watch({
    query,
    optimistic: true,
    immediate: true,
    callback: diff => shown.push(diff.result),
  })
  shown.length = 0
  const told: string[][] = []
  cache.onChanged(ids => told.push([...ids]))
  cache.replaceEdits([], () => write(cache, thing('a', { done: true })))
  expect(shown).toEqual([])
  expect(told).toEqual([])
  cache.replaceEdits([], () => write(cache, thing('a', { done: true, name: 'Unlike' })))
  expect(shown).toHaveLength(1)
  expect(told).toEqual([['Thing:a']])
})

test('a batch of base writes derives once, when the outermost one ends', () => {
  const apply = vi.fn(set('a', { done: true }).apply)
  cache.push({ id: 'counted', apply })
  apply.mockClear()
  cache.batch({
    update() {
      cache.batch({ update: () => write(cache, thing('b', { name: 'B' })) })
      write(cache, thing('a', { name: 'A' }))
    },
  })
  expect(apply).toHaveBeenCalledTimes(1)
  expect(seen()).toMatchObject([{ name: 'A', done: true }, { name: 'B' }])
})

test('one more edit costs one application, whatever waits already', () => {
  const apply = vi.fn()
  for (let n = 0; n < 100; n++) cache.push({ id: `edit ${n}`, apply })
  expect(apply).toHaveBeenCalledTimes(100)
})

test('while many are painted, settling may wait with the derivation', () => {
  const edits = Array.from({ length: 100 }, (_, n) => set(n % 2 ? 'a' : 'b', { name: `name ${n}` }))
  cache.replaceEdits(edits)
  cache.replaceEdits(edits.slice(1), () => write(cache, thing('b', { done: true })), true)
  expect(seen()?.[1]).toMatchObject({ name: 'name 98', done: false })
  expect(postponed).toHaveLength(1)
  postponed[0]?.()
  expect(seen()?.[1]).toMatchObject({ name: 'name 98', done: true })
})

test('changed ids are told for base and layer, only where something differs', () => {
  const told: string[][] = []
  cache.onChanged((ids, before) => told.push([...ids].map(id => `${id} ${before.get(id)?.name}`)))
  cache.push(set('a', { name: 'A' }))
  write(cache, thing('b', { name: 'B' }))
  write(cache, thing('b', { name: 'B' }))
  cache.replaceEdits([])
  expect(told).toEqual([['Thing:a a'], ['Thing:b b'], ['Thing:a A']])
})

test('only changes of the base are persisted', () => {
  const onBase = vi.fn()
  cache.onBaseChanged(onBase)
  cache.push(set('a', { name: 'A' }))
  expect(onBase).not.toHaveBeenCalled()
  expect([...cache.takeBaseChanges().keys()]).toEqual([])
  write(cache, thing('b', { name: 'B' }))
  expect(onBase).toHaveBeenCalledTimes(1)
  expect([...cache.takeBaseChanges().keys()]).toEqual(['Thing:b'])
})

test('a restore puts the base beneath the edits', () => {
  cache.push(set('a', { done: true }))
  const stored = structuredClone(cache.extract())
  cache.restore(stored)
  expect(seen()?.[0]).toMatchObject({ done: true })
  write(cache, thing('a', { name: 'later' }))
  expect(seen()?.[0]).toMatchObject({ done: true, name: 'later' })
})

test('a restore reaches whoever watches, and who hears of changes; what is gone is gone', () => {
  const told: string[][] = []
  const shown: unknown[] = []
  cache.watch({
    query,
    optimistic: true,
    immediate: true,
    callback: diff => shown.push(diff.result),
  })
  const stored = structuredClone(cache.extract())
  stored['Thing:a'] = { ...stored['Thing:a'], name: 'anew' }
  cache.writeFragment({
    id: 'Thing:late',
    fragment,
    data: { __typename: 'Thing', id: 'late', name: 'late', done: false },
  })
  cache.onChanged(ids => told.push([...ids]))
  cache.restore(structuredClone(stored))
  expect(seen()?.[0]).toMatchObject({ name: 'anew' })
  expect([...cache.takeBaseChanges()]).toEqual([])
  expect(shown.at(-1)).toMatchObject({ things: [{ name: 'anew' }, {}] })
  expect(told).toEqual([['Thing:a', 'Thing:late']])
  expect(cache.extract()).toEqual(stored)
})

test('a prediction that throws is told, and holds up no other', () => {
  cache.push({
    id: 'broken',
    apply() {
      throw new Error('Broken.')
    },
  })
  cache.push(set('a', { done: true }))
  expect(troubles).toHaveLength(1)
  expect(seen()?.[0]).toMatchObject({ done: true })
})
