import { GraphQLError } from 'graphql'
import { internalSentence, Refusal } from '../../refusal.ts'

/** An error as the caller reads it: always with a code, never with a detail that was not meant for them. */
export function toAnswerError(error: Readonly<GraphQLError | Error>): GraphQLError {
  if (!(error instanceof GraphQLError)) {
    return new GraphQLError(error.message, {
      extensions: { code: 'BAD_INPUT', field: partOf(error.message) },
    })
  }
  const { nodes, source, positions, path, originalError, message } = error
  const rebuild = (text: string, extensions: Readonly<Record<string, unknown>>) =>
    new GraphQLError(text, {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      path: path ?? null,
      extensions,
    })
  if (originalError instanceof Refusal)
    return rebuild(originalError.message, originalError.extensions)
  if (isUnexpected(error)) return rebuild(internalSentence, { code: 'INTERNAL' })
  // Without a code it comes from whoever read the document.
  const { code } = error.extensions
  return rebuild(message, code ? error.extensions : { code: 'BAD_INPUT', field: 'query' })
}

/** What is wrong of the request itself, as graphql-http says it: "Missing query", "Invalid variables", no JSON at all. */
function partOf(sentence: string): string {
  return /(?:query|operationName|variables|extensions|URL)$/.exec(sentence)?.[0] ?? 'body'
}

/** Thrown by a resolver, or by what it called, and not as a refusal. */
export function isUnexpected(error: GraphQLError): boolean {
  const { originalError } = error
  return (
    originalError !== undefined &&
    !(originalError instanceof Refusal) &&
    !(originalError instanceof GraphQLError)
  )
}
