/**
 * Whether lists and records lie in each other deeper than any file of ours, which has five of them: parsers need memory
 * for each, more than there is for those of a whole file. Of what is no JSON, as far as it goes.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isWithinText = false
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]
    if (isWithinText) {
      if (sign === '\\') place += 1
      else if (sign === '"') isWithinText = false
    } else if (sign === '"') isWithinText = true
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > depthLimit) return true
  }
  return false
}

const depthLimit = 100
