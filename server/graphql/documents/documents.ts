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

const documentsKept = 500
/** The longest text that is worth keeping. */
const keptLength = 10_000

/** The document, or why it cannot be run; and whether it had to be read for that, which has its price. */
export type ReadDocument = { readonly isNew: boolean } & (
  | { readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] }
)

/** Documents by their text: parsed, measured and validated once, the latest used are kept. */
export function createDocuments(schema: GraphQLSchema): (text: string) => ReadDocument {
  const kept = createLatestUsed<ReadDocument>(documentsKept)
  return text => {
    const known = kept.get(text)
    if (known) return known
    const fresh = readDocument(schema, text)
    if ('errors' in fresh) return { ...fresh, isNew: true }
    if (text.length <= keptLength) kept.set(text, { ...fresh, isNew: false })
    return { ...fresh, isNew: true }
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
