import { describe, expect, it } from 'vitest'
import { aisleRows, firstTag } from '../../../rules/lists/aisle-rows.ts'
import { draftInputs } from '../../../src/features/tags/draft-inputs.ts'
import {
  offeredTags,
  sameTags,
  tagIssues,
  tagOfText,
} from '../../../src/features/tags/tag-draft.ts'

const dairy = { id: 'dairy', name: 'Dairy', color: '#1c7ed6' }
const fruit = { id: 'fruit', name: 'Fruit', color: '#2b8a3e' }

describe('rows by aisle', () => {
  const tagOf = new Map([
    ['milk', 'dairy'],
    ['apples', 'fruit'],
    ['feta', 'dairy'],
  ])
  const rows = (ids: readonly string[], tagIds = ['fruit', 'dairy']) =>
    aisleRows(ids, tagIds, id => tagOf.get(id))

  it('stand under their tag in the order of the tags, each in the order of the list', () => {
    expect(rows(['milk', 'soap', 'apples', 'feta'])).toEqual([
      'aisle:fruit',
      'apples',
      'aisle:dairy',
      'milk',
      'feta',
      'aisle:',
      'soap',
    ])
  })

  it('are the list itself where nothing carries a tag', () => {
    const ids = ['soap', 'candles']
    expect(rows(ids)).toBe(ids)
    expect(rows([])).toEqual([])
  })

  it('show no heading without rows', () => {
    expect(rows(['milk'])).toEqual(['aisle:dairy', 'milk'])
  })

  it('take the first of the item’s own tags, whatever the order of the list’s', () => {
    const listTags = new Map(['fruit', 'dairy'].map(id => [`Tag:${id}`, id]))
    expect(firstTag(['Tag:dairy', 'Tag:fruit'], listTags)).toBe('dairy')
    expect(firstTag(['Tag:gone', 'Tag:fruit'], listTags)).toBe('fruit')
    expect(firstTag(['Tag:gone'], listTags)).toBeUndefined()
  })
})

describe('tags being chosen', () => {
  it('are the list’s where the name is the same, whatever its case', () => {
    expect(tagOfText([dairy], [], ' dairy ', undefined)).toEqual({ kind: 'tag', tag: dairy })
  })

  it('are new otherwise, with the colour that was picked, or the next one', () => {
    expect(tagOfText([dairy], [], 'Bakery', '#d6336c')).toEqual({
      kind: 'tag',
      tag: { name: 'Bakery', color: '#d6336c' },
    })
    expect(tagOfText([dairy], [], 'Bakery', undefined)).toEqual({
      kind: 'tag',
      tag: { name: 'Bakery', color: '#d9480f' },
    })
  })

  it('are refused without a name, and past the limit', () => {
    expect(tagOfText([], [], '  ', undefined).kind).toBe('issue')
    const many = Array.from({ length: 100 }, (_, n) => ({ name: `Tag ${n}`, color: '#1c7ed6' }))
    expect(tagOfText(many, [], 'One more', undefined)).toMatchObject({
      message: expect.stringContaining('100'),
    })
  })

  it('are offered by a part of their name, those already chosen left out', () => {
    expect(offeredTags([dairy, fruit], [dairy], '')).toEqual([fruit])
    expect(offeredTags([dairy, fruit], [], 'AIR')).toEqual([dairy])
    const pasta = { name: 'Πάστα', color: '#1c7ed6' }
    expect(offeredTags([dairy, pasta], [], 'πασ')).toEqual([pasta])
  })
})

describe('the tags of a list', () => {
  it('need names, each its own', () => {
    const rows = [
      { key: '1', ...dairy },
      { key: '2', name: 'DAIRY', color: '#d9480f' },
      { key: '3', name: ' ', color: '#d9480f' },
    ]
    expect([...tagIssues(rows).keys()]).toEqual(['2', '3'])
  })

  it('know when nothing changed', () => {
    expect(sameTags([dairy, fruit], [dairy, fruit])).toBe(true)
    expect(sameTags([dairy, fruit], [fruit, dairy])).toBe(false)
    expect(sameTags([dairy], [{ ...dairy, color: '#d9480f' }])).toBe(false)
  })

  it('are sent with the id that they have', () => {
    expect(draftInputs([dairy, { name: ' New ', color: '#d9480f' }])).toEqual([
      dairy,
      { name: 'New', color: '#d9480f' },
    ])
  })
})
