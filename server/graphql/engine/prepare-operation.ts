/** What an operation has to pass before anything of it runs: read, checked, weighed, and its password tried. */
import {
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import { isUsed } from '../../changes/once.ts'
import type { Database } from '../../db/open.ts'
import { type AccountGate, type Refused, rowsAtOnce } from '../../gates/account-gate.ts'
import type { AccountProofs } from '../../gates/account-proof.ts'
import { countRows, type Rows } from '../documents/document-rows.ts'
import { createDocuments } from '../documents/documents.ts'
import { fragmentsOf, readRootFields } from '../documents/root-fields.ts'
import { checkVariables, type Variables } from '../documents/variables.ts'
import type { Listener } from '../live-stream.ts'
import { proveAccount } from '../people/prove-account.ts'
import type { CallArgs } from './operations.ts'

export interface OperationRequest {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
}

/** What is to be run, or why not; and what it costs. */
export type Prepared =
  | {
      readonly operation: OperationDefinitionNode
      readonly args: CallArgs
      /** As the document takes them, and no others. */
      readonly variables: Variables
      readonly rows: Rows
    }
  | { readonly errors: readonly GraphQLError[]; readonly rows?: Rows }
  | { readonly refused: Refused }

interface PrepareParts {
  readonly db: Database
  readonly schema: GraphQLSchema
  readonly gate: Pick<AccountGate, 'charge'>
  readonly proofs: AccountProofs
}

/** A batch is one transaction, in which it may take no more than one document of its own. */
const tooMuchAtOnce: Refused = {
  message: 'This batch asks for more than is done at once: send the rest again, by itself.',
  retryAfterSeconds: 1,
}

/** Characters of a document that was not read before: it takes half a millisecond for each hundred. */
const newPerRow = 20

/**
 * Refuses what cannot be read or run, asks for too much, or comes too often; what was charged for it by then stays
 * charged. `token` is the request-token; `before` is what those before it in the batch cost together.
 */
export function createPrepareOperation({ db, schema, gate, proofs }: PrepareParts) {
  const documents = createDocuments(schema)

  return async (
    request: Request,
    caller: Listener,
    { query, operationName, variables }: OperationRequest,
    token: string | null,
    before: Rows = { rows: 0, written: 0 },
  ): Promise<Prepared> => {
    const read = documents.read(query)
    if (read.isNew) gate.charge(caller.viewer.id, { rows: query.length / newPerRow, written: 0 })
    if ('errors' in read) return { errors: read.errors }
    const { document } = read
    const operation = getOperationAST(document, operationName)
    if (!operation) {
      const message = 'Say by operationName which operation is meant.'
      const extensions = { code: 'BAD_INPUT', field: 'operationName' }
      return { errors: [new GraphQLError(message, { extensions })] }
    }
    const variableValues = variables ?? {}
    const errors = checkVariables(schema, operation, variableValues)
    if (errors.length > 0) return { errors }
    const fragments = fragmentsOf(document)
    const definitions = operation.variableDefinitions ?? []
    const { coerced = {} } = getVariableValues(schema, definitions, variableValues)
    const roots = readRootFields(schema, operation, fragments, coerced)
    const asked = { operation, roots, fragments, variables: coerced }
    let rows: Rows = { rows: 0, written: 0 }
    let isRepetition = false
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      // What it costs is not even counted: of a hundred questions for too much each would be.
      if (before.rows >= rowsAtOnce) return { refused: tooMuchAtOnce }
      const asker = { db: db.query, viewer: caller.viewer }
      const userId = caller.viewer.id
      // What was done is told again, however much of what it asked for is there by now.
      const wasDone = async () =>
        operation.operation === OperationTypeNode.MUTATION && isUsed(db.query, { userId, token })
      const counted = await countRows(asker, asked, before.written)
      if (counted instanceof GraphQLError) {
        // Counting has its price, too.
        gate.charge(userId, { rows: 1_000, written: 0 })
        rows = { rows: rowsAtOnce, written: 0 }
        isRepetition = await wasDone()
        if (!isRepetition) return { errors: [counted], rows }
      } else rows = counted
      if (before.rows + rows.rows > rowsAtOnce) return { refused: tooMuchAtOnce }
      const refused = isRepetition ? undefined : gate.charge(userId, rows)
      if (refused) {
        isRepetition = await wasDone()
        if (!isRepetition) return { refused }
      }
    }
    // A change by GET is refused, and must not cost a try.
    const proof = request.method === 'POST' ? await proveAccount(proofs, caller, asked) : undefined
    if (proof instanceof GraphQLError) return { errors: [proof] }
    if (proof && 'retryAfterSeconds' in proof) return { refused: proof }
    if (read.isNew) documents.keep(query, document)
    const contextValue = { caller, token, proof, asked, isRepetition }
    const args = { schema, document, operationName, variableValues, contextValue }
    return { operation, args, variables: coerced, rows }
  }
}
