/** The screen of a list, drawn with a sample, as pieces with holes (`{{name}}`) for the words of any list. */
import { onlyToLookAt } from '../../rules/people/permissions.ts'
import type { ListForm } from '../../server/http/first-look.ts'
import type { sample as samples } from '../../src/list-template.tsx'

type Sample = typeof samples

interface Drawn {
  /** Media query of the windows that it is drawn for. */
  readonly media: string
  readonly html: string
}

/** `screens`: the same for each width. `remark` is cut out. Throws where they no longer have what is to be cut out. */
export function cutList(screens: readonly Drawn[], sample: Sample, remark = ''): ListForm {
  const html = screens[0]?.html ?? ''
  const rows = inner(elementAt(html, '<ul aria-label="Items"'))
  const row = elementAt(rows, `<li><div [^>]*data-item="${sample.itemId}"`)
  const heading = elementAt(rows, '<li><h2')
  const behindRow = rows.slice(rows.indexOf(row) + row.length)
  const [, nameId = ''] = /aria-labelledby="([^"]+)"/.exec(row) ?? []
  const tag = elementAt(row, `<span [^>]*><span [^>]*></span><span [^>]*>${sample.tags[1]}`)
  const itemNotes = elementAt(row, `<span [^>]*>${sample.itemNotes}`)
  const listNotes = elementAt(html, `<p [^>]*>${sample.listNotes}`)
  const trolley = elementAt(html, '<div data-slides="trolley"')

  return {
    screens: screens.map(({ media, html }) => ({
      media,
      html: withHoles(html.replace(remark, ''), [
        [inner(elementAt(html, '<ul aria-label="Items"')), ''],
        ['<ul aria-label="Items"', '<ul aria-label="Items" data-style="min-height:{{height}}px"'],
        [trolley, '{{trolley}}'],
        [listNotes, '{{notes}}{{remark}}'],
        [sample.list, '{{name}}'],
        [sample.listId, '{{id}}'],
        [/1 of 3(?=<)/, '{{counts}}'],
      ]),
    })),
    row: withHoles(row, [
      [tag, '{{tags}}'],
      [itemNotes, '{{notes}}'],
      [sample.itemId, '{{id}}'],
      [sample.item, '{{name}}'],
      [`>${sample.quantity}<`, '>{{quantity}}<'],
      [nameId, '{{nameId}}'],
    ]),
    tag: withHoles(tag, [colour(sample), [sample.tags[1], '{{name}}']]),
    itemNotes: withHoles(itemNotes, [[sample.itemNotes, '{{notes}}']]),
    heading: withHoles(heading, [colour(sample), [sample.tags[0], '{{name}}']]),
    lastHeading: elementAt(behindRow, '<li><h2'),
    listNotes: withHoles(listNotes, [[sample.listNotes, '{{notes}}']]),
    trolley: withHoles(trolley, [[/\(1\)/, '({{done}})']]),
  }
}

/** What the app itself says above the rows, here of a list that one may not change. */
export function remarkOf(drawn: string): string {
  return elementAt(drawn, `<p [^>]*>${onlyToLookAt(null)}`)
}

/** An inline style would need a hole in the Content-Security-Policy: src/shell/before-the-code.ts sets it. */
function colour(sample: Sample): Cut {
  return [`style="background-color:${sample.colour}"`, 'data-style="background-color:{{colour}}"']
}

type Cut = readonly [what: string | RegExp, hole: string]

function withHoles(html: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, [what, hole]) => {
    const fitted = typeof what === 'string' ? left.replaceAll(what, hole) : left.replace(what, hole)
    if (fitted === left || what === '') throw new Error(`A list has no ${what}: look again.`)
    return fitted
  }, html)
}

/** The whole of the first element that begins like this. */
function elementAt(html: string, begins: string): string {
  const from = html.search(new RegExp(begins))
  const [, name] = /^<(\w+)/.exec(html.slice(Math.max(from, 0))) ?? []
  if (from < 0) throw new Error(`A list has no ${begins}: look again.`)
  let depth = 0
  for (const { 0: tag, index } of html
    .slice(from)
    .matchAll(new RegExp(`</?${name}\\b[^>]*>`, 'g'))) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth === 0) return html.slice(from, from + index + tag.length)
  }
  throw new Error(`${begins} does not end: look again.`)
}

function inner(element: string): string {
  return element.slice(element.indexOf('>') + 1, element.lastIndexOf('<'))
}
