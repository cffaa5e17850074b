/** What a run found, on the terminal and in docs/performance.md; a bench that did not run keeps its last words. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Aim, Bench, Findings } from './bench.ts'
import { rounded } from './statistics.ts'

export interface Section extends Findings {
  readonly name: string
  readonly title: string
  readonly method: string
  /** The day of the run, ISO 8601. */
  readonly measured: string
  readonly machine: string
}

export type Sections = Readonly<Record<string, Section>>

const jsonFile = new URL('../docs/performance.json', import.meta.url)
const pageFile = new URL('../docs/performance.md', import.meta.url)

export function toSection({ name, title, method }: Bench, findings: Findings): Section {
  const cores = cpus()
  return {
    name,
    title,
    method,
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
    ...findings,
  }
}

export function print(section: Section): void {
  const { title, head, rows, aims } = section
  const lines = [head, ...rows].map(row => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  const table = lines.map(
    line => `  ${line.map((cell, n) => cell.padStart(widths[n] ?? 0)).join('   ')}`,
  )
  process.stdout.write(`\n${title}\n${table.join('\n')}\n`)
  for (const aim of aims) process.stdout.write(`  ${markOf(aim)} ${aimText(aim)}\n`)
}

export async function readSections(): Promise<Sections> {
  const text = await readFile(jsonFile, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Sections
}

export async function writeSections(sections: Sections, order: readonly string[]): Promise<void> {
  const ordered = order.flatMap(name => sections[name] ?? [])
  const json = Object.fromEntries(ordered.map(section => [section.name, section]))
  await writeFile(jsonFile, `${JSON.stringify(json, undefined, 2)}\n`)
  await writeFile(pageFile, page(ordered))
}

function page(sections: readonly Section[]): string {
  const aims = sections.flatMap(({ title, aims }) => aims.map(aim => ({ title, aim })))
  const summary = markdownTable(
    ['', 'aim', 'measured', ''],
    aims.map(({ title, aim }) => [
      `${title}: ${aim.what}`,
      aim.limit === undefined ? 'none' : `≤ ${aim.limit} ${aim.unit}`.trim(),
      `${rounded(aim.value)} ${aim.unit}`.trim(),
      aim.limit === undefined ? '' : isMet(aim) ? 'met' : '**missed**',
    ]),
  )
  return `${[
    '# Performance',
    'Written by `npm run bench`; `npm run bench tick size` runs some of it. Nothing here is a test: shared machines swing three to five times with load, so where something simpler does the same (a vanilla page, a bare server, a script), it is measured in turns with Aisle in the same run, and the ratio of the two is what counts. A time that has nothing to be compared with depends on the machine.',
    'The vanilla pages in `bench/vanilla/` were written for this: one keeps all its rows in the document, the other only those in sight. They store nothing.',
    '## Aims',
    summary,
    ...sections.map(sectionText),
  ].join('\n\n')}\n`
}

function sectionText({ title, method, head, rows, measured, machine }: Section): string {
  const note = `Measured ${measured} on ${machine}.`
  return [`## ${title}`, method, markdownTable(head, rows), note].join('\n\n')
}

function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function isMet({ value, limit }: Aim): boolean {
  return limit === undefined || value <= limit
}

function markOf(aim: Aim): string {
  if (aim.limit === undefined) return '      '
  return isMet(aim) ? 'met   ' : 'MISSED'
}

function aimText({ what, value, limit, unit }: Aim): string {
  const bound = limit === undefined ? 'no aim' : `at most ${limit}`
  return `${what}: ${rounded(value)} ${unit} (${bound})`.replace('  ', ' ')
}
