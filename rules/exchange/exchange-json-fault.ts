/** Where a text stops being JSON: browsers say it each in their own way, some not at all. */

import { lengthOf } from '../text.ts'

export interface JsonFault {
  /** Both from 1; a column is a code point. */
  readonly line: number
  readonly column: number
  /** What should stand there. */
  readonly message: string
}

/** The first fault of a text, by RFC 8259; undefined if it is JSON. Any depth. */
export function findJsonFault(text: string): JsonFault | undefined {
  const blanks = /[ \t\r\n]*/y
  const tokens =
    /[[\]{},:"]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y
  // Each on its own: one pattern for a whole text would need a stack as deep as it has escapes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has them in no text
  const letters = /[^"\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
  let place = 0
  /** The closing brackets that are due, the innermost last. */
  const open: ('}' | ']')[] = []
  let expected: Expected = 'value'
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = place
    const [found] = pattern.exec(text) ?? []
    place += found?.length ?? 0
    return found
  }

  for (;;) {
    take(blanks)
    if (expected === 'nothing' && place === text.length) return undefined
    const start = place
    let token = take(tokens)
    if (token === '"') {
      while (take(letters) !== undefined);
      token = take(/"/y)
    }
    const next: Expected | undefined =
      token === undefined ? undefined : follow(token, expected, open)
    if (next === undefined) return faultAt(text, start, expected, open.at(-1))
    expected = next
  }
}

type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'nothing'

/** What may come behind a token; undefined if it may not stand here. */
function follow(token: string, expected: Expected, open: ('}' | ']')[]): Expected | undefined {
  const behind = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end')
  if (token === open.at(-1) && expected.endsWith('or end')) {
    open.pop()
    return behind()
  }
  if (expected === 'colon') return token === ':' ? 'value' : undefined
  if (expected === 'comma or end') {
    if (token !== ',') return undefined
    return open.at(-1) === '}' ? 'name' : 'value'
  }
  if (expected === 'name' || expected === 'name or end') return token === '"' ? 'colon' : undefined
  if (expected === 'nothing' || /^[\]},:]$/.test(token)) return undefined
  if (token === '{' || token === '[') {
    open.push(token === '{' ? '}' : ']')
    return token === '{' ? 'name or end' : 'value or end'
  }
  return behind()
}

function faultAt(
  text: string,
  place: number,
  expected: Expected,
  end: '}' | ']' | undefined,
): JsonFault {
  const before = text.slice(0, place).split(/\r\n|\r|\n/)
  const column = lengthOf(before.at(-1) ?? '') + 1
  const message =
    place === text.length
      ? 'The file ends in the middle.'
      : text[place] === '"' && expected !== 'colon' && expected !== 'comma or end'
        ? 'A text starts here that does not end, or that has a character which must not stand in it.'
        : `${words[expected]}${expected.endsWith('or end') ? ` or ${end}` : ''} should stand here.`
  return { line: before.length, column, message }
}

const words: Readonly<Record<Expected, string>> = {
  value: 'A value',
  'value or end': 'A value',
  name: 'A name in quotes',
  'name or end': 'A name in quotes',
  colon: 'A colon',
  'comma or end': 'A comma',
  nothing: 'Nothing more',
}
