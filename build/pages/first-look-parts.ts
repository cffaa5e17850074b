/** What the server needs for a first look at a list; run in Node when the app is built. */
import { onlyToLookAt } from '../../rules/people/permissions.ts'
import type { FirstLookParts } from '../../server/http/first-look.ts'
import { renderList, sample, widths } from '../../src/list-template.tsx'
import { firstDataCalls } from '../first-data-calls.ts'
import { cutList, remarkOf } from './cut-list.ts'

export async function firstLookParts(): Promise<FirstLookParts> {
  const look = await draw(false)
  const remark = remarkOf(look[0]?.html ?? '')
  return {
    dataCalls: firstDataCalls(),
    edit: cutList(await draw(true), sample),
    look: cutList(look, sample, remark),
    remark: remark.replace(onlyToLookAt(null), '{{remark}}'),
  }
}

async function draw(mayEdit: boolean) {
  const screens = []
  for (const { media, width } of widths)
    screens.push({ media, html: await renderList({ width, mayEdit }) })
  return screens
}
