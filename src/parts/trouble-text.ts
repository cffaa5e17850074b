/** What was thrown, told without anything that a person wrote or that names somebody. */

/** Their sentences are the browser's own, and quote what they are about. */
const browserErrors: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'QuotaExceededError',
  'InvalidStateError',
  'AbortError',
  'TimeoutError',
  'NotFoundError',
  'UnknownError',
  'VersionError',
  'DataCloneError',
  'SecurityError',
  'NotAllowedError',
])
const mostPlaces = 3

/** One line: "TypeError: Cannot read properties of … (item-row-B3f.js:1:2034 < list-x.js:1:99)". */
export function troubleText(thrown: unknown): string {
  const { name, code, message, stack } = partsOf(thrown)
  const kind = shortWord(name) ?? `thrown ${typeof thrown}`
  const told = message && browserErrors.has(kind) ? `: ${withoutQuotes(message)}` : ''
  const coded = shortWord(code)
  // The stack begins with the sentence, which may name anything.
  const places = placesIn(String(stack ?? '').replace(String(message ?? ''), ''))
  return `${kind}${coded ? ` ${coded}` : ''}${told}${places ? ` (${places})` : ''}`
}

interface TroubleParts {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly stack?: unknown
}

/** A record that was thrown has a name, too, which a person gave it. */
function partsOf(thrown: unknown): TroubleParts {
  return thrown instanceof Error || thrown instanceof DOMException ? thrown : {}
}

/** A name or code of the program; whatever else stands there is left out. */
function shortWord(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_ -]{1,39}$/.test(value) ? value : undefined
}

/** Up to the first thing that is quoted, and without addresses. */
function withoutQuotes(message: unknown): string {
  const [said = '', ...quoted] = String(message).split(/["'`“‘\n]/)
  return `${said.replace(/\S*(?:\/\/|@)\S*/g, '…').slice(0, 160)}${quoted.length > 0 ? '…' : ''}`
}

/** File, line and column of the innermost calls, without the address of the server. */
function placesIn(stack: string): string {
  const places = stack.matchAll(/\/([\w.-]+\.(?:[cm]?[jt]sx?)):(\d+):(\d+)/g)
  return Array.from(places, ([, file, line, column]) => `${file}:${line}:${column}`)
    .slice(0, mostPlaces)
    .join(' < ')
}
