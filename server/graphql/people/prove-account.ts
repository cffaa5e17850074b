/** Finds the passwords in a document before it runs. */
import { GraphQLError } from 'graphql'
import type { Refused } from '../../gates/account-gate.ts'
import type { AccountProof, AccountProofs } from '../../gates/account-proof.ts'
import type { MutationResolvers } from '../../generated/schema.ts'
import type { Asked } from '../documents/document-wishes.ts'
import type { Listener } from '../live-stream.ts'

/** What the passwords of the document are worth; undefined if it carries none that count. One of them at a time. */
export async function proveAccount(
  proofs: AccountProofs,
  caller: Listener,
  { operation, roots }: Pick<Asked, 'operation' | 'roots'>,
): Promise<AccountProof | Refused | GraphQLError | undefined> {
  // An API token is refused as it runs, whatever it sends: it guesses no password, and costs its person no try.
  if (operation.operation !== 'mutation' || caller.scope !== undefined) return undefined
  const [proven, ...others] = roots.filter(({ name }) => provenFields.has(name))
  if (!proven) return undefined
  if (others.length > 0) {
    const extensions = { code: 'BAD_INPUT', field: 'query', limit: 1 }
    return new GraphQLError('Change a password or delete an account one at a time.', { extensions })
  }
  const { args } = proven
  const current = args.currentPassword ?? args.password
  return proofs.prove(caller, {
    current: typeof current === 'string' ? current : '',
    new: typeof args.newPassword === 'string' ? args.newPassword : undefined,
  })
}

const provenFields: ReadonlySet<string> = new Set([
  'updateUserPassword',
  'deleteUser',
] satisfies readonly (keyof MutationResolvers)[])
