import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { createLatestUsed } from '../../latest-used.ts'
import { checkDocumentSize, documentLimits } from './document-limits.ts'
import { checkNames } from './document-names.ts'

const documentsKept = 500
/** The longest text that is worth keeping. */
const keptLength = 10_000

/** The document, or why it cannot be run. */
export type ReadDocument =
  | { readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] }

/** Documents by their text: parsed, measured and validated once, the latest used are kept. */
export function createDocuments(schema: GraphQLSchema): (text: string) => ReadDocument {
  const kept = createLatestUsed<ReadDocument>(documentsKept)
  return text => {
    const known = kept.get(text)
    if (known) return known
    const fresh = readDocument(schema, text)
    if ('document' in fresh && text.length <= keptLength) kept.set(text, fresh)
    return fresh
  }
}

function readDocument(schema: GraphQLSchema, text: string): ReadDocument {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: documentLimits.tokens })
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    // The parser calls itself for each level.
    if (error instanceof RangeError) return { errors: [new GraphQLError('This nests too deep.')] }
    throw error
  }
  if (namesNul(document)) {
    const message = 'The query contains a character that cannot be shown.'
    return { errors: [new GraphQLError(message, { extensions: { field: 'query' } })] }
  }
  const tooLarge = checkDocumentSize(document)
  if (tooLarge) return { errors: [tooLarge] }
  const errors = validate(schema, document, specifiedRules, { maxErrors: 10 })
  if (errors.length > 0) return { errors }
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
