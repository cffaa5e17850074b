import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { createLatestUsed } from '../../latest-used.ts'
import { checkDocumentSize, documentLimits, tooLarge } from './document-limits.ts'
import { checkNames, checkRepeats } from './document-names.ts'

/** Of all of them together, of which each takes about a hundred times as much memory; the app's own have 18,000. */
const keptCharacters = 300_000
/** The longest text that is worth keeping, and what the shortest counts as, since it takes memory of its own. */
const keptLength = 10_000
const leastLength = 600

/** The document, or why it cannot be run; and whether it had to be read for that, which has its price. */
export type ReadDocument = { readonly isNew: boolean } & (
  | { readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] }
)

export interface Documents {
  read(text: string): ReadDocument
  /** What was read and can be run: what is refused before that would take the place of others. */
  keep(text: string, document: DocumentNode): void
}

/** Documents by their text: parsed, measured and validated once, the latest used are kept. */
export function createDocuments(schema: GraphQLSchema): Documents {
  const kept = createLatestUsed<DocumentNode>(keptCharacters, ({ length }) =>
    Math.max(leastLength, length),
  )
  return {
    read(text) {
      const known = kept.get(text)
      return known
        ? { document: known, isNew: false }
        : { ...readDocument(schema, text), isNew: true }
    },
    keep(text, document) {
      if (text.length <= keptLength) kept.set(text, document)
    },
  }
}

type Fresh = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] }

/** Comparing each field with each that has its name comes last: the others see to it that it has an end. */
const rules = specifiedRules.filter(rule => rule !== OverlappingFieldsCanBeMergedRule)
const lastRules = [OverlappingFieldsCanBeMergedRule]

function readDocument(schema: GraphQLSchema, text: string): Fresh {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: documentLimits.tokens })
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    // The parser calls itself for each level.
    if (error instanceof RangeError) return { errors: [tooLarge('depth', documentLimits.depth)] }
    throw error
  }
  if (namesNul(document)) {
    return { errors: [new GraphQLError('The query contains a character that cannot be shown.')] }
  }
  const pastLimit = checkDocumentSize(document)
  if (pastLimit) return { errors: [pastLimit] }
  const errors = validate(schema, document, rules, { maxErrors: 10 })
  if (errors.length > 0) return { errors }
  const repeated = checkRepeats(document)
  if (repeated) return { errors: [repeated] }
  const conflicts = validate(schema, document, lastRules, { maxErrors: 10 })
  if (conflicts.length > 0) return { errors: conflicts }
  const namedOften = checkNames(document)
  return namedOften ? { errors: [namedOften] } : { document }
}

function namesNul(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    StringValue(node) {
      found ||= node.value.includes('\0')
      return found ? BREAK : undefined
    },
  })
  return found
}
