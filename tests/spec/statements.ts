/** The statements of docs/specification.md: its sentences, points of lists and rows of tables, section by section. */
export interface Statement {
  readonly section: number
  /** Without emphasis and code marks; the cells of a row joined by " – ". */
  readonly text: string
}

export function readStatements(specification: string): readonly Statement[] {
  return specification.split(/^## (?=\d+\. )/m).flatMap((part, index) => {
    if (index === 0) return []
    const [, ...lines] = part.split('\n')
    const section = Number.parseInt(part, 10)
    return lines
      .flatMap((line, at) => readLine(line, lines[at + 1]))
      .map(text => ({ section, text: text.replaceAll(/[`*]/g, '') }))
  })
}

function readLine(line: string, next: string | undefined): readonly string[] {
  // The line above the rule of a table is its head.
  if (line.trim() === '' || isRule(line) || isRule(next ?? '')) return []
  if (!line.startsWith('|')) return readSentences(line.replace(/^(?:-|\d+\.) /, ''))
  const cells = line.split('|').map(cell => cell.trim())
  return [cells.filter(cell => cell !== '').join(' – ')]
}

/** A sentence ends where a blank and a capital, a quote, code or emphasis follow; not within quotes, nor after a word that heads the rest. */
function readSentences(text: string): readonly string[] {
  const sentences: string[] = []
  for (const part of text.split(/(?<=[.!?][")*]*)\s+(?=[A-Z"`*/(])/)) {
    const last = sentences.at(-1)
    const isOpen =
      last !== undefined && (last.split('"').length % 2 === 0 || /^\*\*[^*]+\.\*\*$/.test(last))
    if (isOpen) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences
}

const isRule = (line: string) => /^\|[-| ]+\|$/.test(line)
