/** Whether a test is there: its file under tests/, and its title in the words of the source, templates included. */
import { existsSync, readFileSync } from 'node:fs'

/** A path beneath tests/ and a title in it. */
export type Claim = readonly [file: string, title: string]

const sources = new Map<string, string>()

/** What is wrong with the reference, or nothing. `file` is a path beneath tests/. */
export function missingTest(file: string, title: string): string | undefined {
  const path = `tests/${file}`
  if (!existsSync(path)) return `${path} does not exist`
  const source = sources.get(path) ?? readFileSync(path, 'utf8').replaceAll("\\'", "'")
  sources.set(path, source)
  // A title may also be a member of a table that the file walks through; it is quoted there as well.
  const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some(quoted =>
    source.includes(quoted),
  )
  return isThere ? undefined : `${path} has no test "${title}"`
}

/** What a page in Markdown claims: a file in backticks, and the titles in quotes behind it, up to the next file. */
export function readClaims(page: string): readonly Claim[] {
  return page
    .split('\n')
    .flatMap(line => [...line.matchAll(/`([\w/-]+\.test\.tsx?)`((?: "[^"]+",?)*)/g)])
    .flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [file, title] as const),
    )
}
