/** Whether a test is there: its file under tests/, and its title in the words of the source, templates included. */
import { existsSync, readFileSync } from 'node:fs'

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
