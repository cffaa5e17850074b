/**
 * A first look at a list: its rows as HTML, put into the page for a browser that has nothing of the app yet, so
 * that there is something to read, and to tick, before the code has come (docs/decisions/032-first-look.md). The
 * pieces are the app's own screen, drawn and cut up by the build (build/pages/cut-list.ts).
 */

import { largeListNote } from '../../rules/counts.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { quantityText } from '../../rules/items/quantity-text.ts'
import type { Unit } from '../../rules/items/units.ts'
import { aisleRows, firstTag, isAisleKey, tagIdOfAisle } from '../../rules/lists/aisle-rows.ts'
import { mayEdit, onlyToLookAt, type Permission } from '../../rules/people/permissions.ts'
import { countTitle } from '../../rules/validation-issue.ts'

/** Beside Vite's manifest: read by the server, served to nobody. */
export const firstLookFile = '.vite/first-look.json'

export interface FirstLookParts {
  /** Bodies of the data calls that the app makes first on a device that knows no lists. */
  readonly dataCalls: readonly string[]
  /** A list that one may change, and one that one may look at. */
  readonly edit: ListForm
  readonly look: ListForm
  readonly remark: string
}

/** HTML with holes for words: "{{name}}". */
export interface ListForm {
  /** The whole screen without its rows, by media query: the first one that the window fits. */
  readonly screens: readonly { readonly media: string; readonly html: string }[]
  readonly row: string
  readonly tag: string
  readonly itemNotes: string
  readonly heading: string
  /** Above what carries no tag. */
  readonly lastHeading: string
  readonly listNotes: string
  readonly trolley: string
}

/** What the first data call was answered with, as far as it is read here. */
interface Told {
  readonly changes: {
    readonly own: {
      readonly userConfig: {
        readonly shoppingListId: string | null
        readonly itemFilters: string | null
      } | null
    } | null
    readonly lists: readonly {
      readonly list: ToldList | null
      readonly items: readonly ToldItem[]
    }[]
  }
}

interface ToldList {
  readonly id: string
  readonly name: string
  readonly listType: string
  readonly notes: string | null
  readonly order: number
  readonly permission: Permission
  readonly sharedByName: string | null
  readonly itemTags: readonly ToldTag[]
}

interface ToldItem {
  readonly id: string
  readonly name: string
  readonly quantityToPurchase: number | null
  readonly unitId: string | null
  readonly purchased: boolean
  readonly notes: string | null
  readonly order: number
  readonly itemTags: readonly ToldTag[]
}

interface ToldTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

export interface FirstLook {
  /** What stands within #root, for each width of the window, and the rows that belong into each. */
  readonly html: string
  /** For src/shell/before-the-code.ts. */
  readonly holds: { readonly isFirst: true; readonly title: string; readonly path: string }
}

/** More than a screen and a half of any window; the room of the others is kept free. */
const mostRows = 30
const rowHeight = 56

/**
 * `told` are the answers to the data calls, by operation; `url` is the address of the page. Undefined where that
 * shows no list, or one that is not as most are: with nothing to buy, with what is there counted, filtered or
 * sorted by the person.
 */
export function firstLook(
  parts: FirstLookParts,
  told: ReadonlyMap<string, string>,
  url: URL,
): FirstLook | undefined {
  if (!/^\/(app|product(\/shoppinglist)?)\/?$/.test(url.pathname)) return undefined
  const { changes }: Partial<Told> = dataOf(told.get('changes'))
  const { getAllUnit = [] }: { getAllUnit?: readonly Unit[] } = dataOf(told.get('getAllUnit'))
  if (!changes) return undefined
  const shown = chosen(changes, url.searchParams.get('list'))
  const list = shown?.list
  if (!shown || !list || list.listType !== 'SIMPLE') return undefined
  if (changes.own?.userConfig?.itemFilters?.includes(list.id)) return undefined
  const items = shown.items.toSorted((a, b) => a.order - b.order)
  const toBuy = items.filter(item => !item.purchased)
  if (toBuy.length === 0) return undefined

  const form = mayEdit(list.permission) ? parts.edit : parts.look
  const rows = rowsOf(toBuy, list.itemTags)
  const drawn = rows.slice(0, mostRows).map(row => rowHtml(form, row, getAllUnit))
  const done = items.length - toBuy.length
  const remark = form === parts.edit ? largeListNote(items.length) : onlyToLookAt(list.sharedByName)
  const words = {
    id: escapeHtml(list.id),
    name: escapeHtml(list.name),
    counts: `${countTitle(done)} of ${countTitle(items.length)}`,
    notes: list.notes ? fill(form.listNotes, { notes: escapeHtml(list.notes) }) : '',
    remark: remark === undefined ? '' : fill(parts.remark, { remark: escapeHtml(remark) }),
    height: String(rows.length > drawn.length ? rows.length * rowHeight : 0),
    trolley: done === 0 ? '' : fill(form.trolley, { done: String(done) }),
  }
  const screens = form.screens.map(
    ({ media, html }) => `<div data-media="${media}">${fill(html, words)}</div>`,
  )
  return {
    html: `${screens.join('')}<ul data-rows>${drawn.join('')}</ul>`,
    holds: { isFirst: true, title: `${list.name} – Aisle`, path: '/product' },
  }
}

function dataOf(answer = '{}') {
  return JSON.parse(answer).data ?? {}
}

/** As the app chooses on a device that remembers none: the one that is named, the preferred one, the first one. */
function chosen({ own, lists }: Told['changes'], named: string | null) {
  const byId = (id: string | null | undefined) => lists.find(({ list }) => list?.id === id)
  if (named !== null) return byId(named)
  const inOrder = lists.toSorted((a, b) => (a.list?.order ?? 0) - (b.list?.order ?? 0))
  return byId(own?.userConfig?.shoppingListId) ?? inOrder[0]
}

type Row =
  | { readonly item: ToldItem; readonly isGrouped: boolean }
  | { readonly heading: ToldTag | undefined }

function rowsOf(items: readonly ToldItem[], tags: readonly ToldTag[]): readonly Row[] {
  const byId = new Map(items.map(item => [item.id, item]))
  const tagsById = new Map(tags.map(tag => [tag.id, tag]))
  const ids = [...byId.keys()]
  const listTags = new Map(tags.map(({ id }) => [id, id]))
  const tagOf = (id: string) =>
    firstTag(
      (byId.get(id)?.itemTags ?? []).map(tag => tag.id),
      listTags,
    )
  const keys = tags.length === 0 ? ids : aisleRows(ids, [...listTags.keys()], tagOf)
  return keys.flatMap((key): Row[] => {
    if (isAisleKey(key)) return [{ heading: tagsById.get(tagIdOfAisle(key) ?? '') }]
    const item = byId.get(key)
    return item ? [{ item, isGrouped: keys !== ids }] : []
  })
}

function rowHtml(form: ListForm, row: Row, units: readonly Unit[]): string {
  if ('heading' in row)
    return row.heading ? fill(form.heading, tagWords(row.heading)) : form.lastHeading
  const { item, isGrouped } = row
  const tags = isGrouped ? item.itemTags.slice(1) : item.itemTags
  const unit = units.find(({ id }) => id === item.unitId)
  return fill(form.row, {
    id: escapeHtml(item.id),
    nameId: `look-${escapeHtml(item.id)}`,
    name: escapeHtml(item.name),
    quantity: escapeHtml(quantityText(item.quantityToPurchase, unit)),
    tags: tags.map(tag => fill(form.tag, tagWords(tag))).join(''),
    notes: item.notes ? fill(form.itemNotes, { notes: escapeHtml(item.notes) }) : '',
  })
}

function tagWords({ name, color }: ToldTag) {
  return { name: escapeHtml(name), colour: escapeHtml(color) }
}

/** `words` are HTML. */
function fill(html: string, words: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => words[name] ?? hole)
}
