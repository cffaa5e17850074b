/** Finds the passwords in a document before it runs. */
import { GraphQLError, getArgumentValues, getVariableValues } from 'graphql'
import type { Refused } from '../../account-gate.ts'
import type { AccountProof, AccountProofs } from '../../account-proof.ts'
import type { Asked } from '../engine/document-rows.ts'
import { selectedFields } from '../engine/root-fields.ts'
import type { Listener } from '../live.ts'

/** What the passwords of the document are worth; undefined if it carries none. One of them at a time. */
export async function proveAccount(
  proofs: AccountProofs,
  caller: Listener,
  { schema, operation, fragments, variables }: Asked,
): Promise<AccountProof | Refused | GraphQLError | undefined> {
  if (operation.operation !== 'mutation') return undefined
  const { coerced = {} } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variables,
  ) as { coerced?: Record<string, unknown> }
  const nodes = selectedFields(operation.selectionSet, fragments, variables).filter(({ name }) =>
    provenFields.has(name.value),
  )
  const node = nodes[0]
  const field = node && schema.getMutationType()?.getFields()[node.name.value]
  if (!node || !field) return undefined
  if (nodes.length > 1) {
    const extensions = { code: 'BAD_INPUT', field: 'query', limit: 1 }
    return new GraphQLError('Change a password or delete an account one at a time.', { extensions })
  }
  const args = getArgumentValues(field, node, coerced)
  const current = args.currentPassword ?? args.password
  return proofs.prove(caller, {
    current: typeof current === 'string' ? current : '',
    new: typeof args.newPassword === 'string' ? args.newPassword : undefined,
  })
}

const provenFields: ReadonlySet<string> = new Set(['updateUserPassword', 'deleteUser'])
