/**
 * What a repetition tells of records whose ids the server made: its arguments do not name them, so nobody knew before it
 * ran what they have become since.
 */
import { GraphQLError } from 'graphql'
import type { Refused } from '../../gates/account-gate.ts'
import { countRows } from '../documents/document-rows.ts'
import type { Asked } from '../documents/document-wishes.ts'
import type { RootField } from '../documents/root-fields.ts'
import type { Trace } from './answer-trace.ts'
import { failed } from './batch.ts'
import type { Context } from './context.ts'

const message =
  'This was done, but what it made has become more than is answered at once: ask for fewer of its fields.'

/** No refusal, which would say that nothing was done; nothing is remembered of it. */
export class TooMuchAgain extends Error {
  override readonly name = 'TooMuchAgain'
  /** In fewer fields it is told at once. */
  readonly refused: Refused = { message, retryAfterSeconds: 1 }
}

/** The same as the answer to one request of a batch, as JSON. */
export const tooMuchAgain = JSON.stringify(failed(message, { code: 'RATE_LIMITED' }))

/** `traces` are of the first answer. Throws `TooMuchAgain` where a question for the same would be refused. */
export async function weighAgain(
  context: Context,
  asked: Asked,
  traces: readonly Trace[],
): Promise<void> {
  // Fields of one key are answered as one.
  const keys = [...new Set(asked.roots.map(keyOf))]
  const roots = asked.roots.flatMap(root => madeBy(root, traces[keys.indexOf(keyOf(root))]))
  if (roots.length === 0) return
  const counted = await countRows(context, { ...asked, roots })
  // Counting has its price, too.
  context.charge(counted instanceof GraphQLError ? 1_000 : counted.rows)
  if (counted instanceof GraphQLError) throw new TooMuchAgain(message)
}

function keyOf({ node }: RootField): string {
  return node.alias?.value ?? node.name.value
}

/** As it would ask if it named what it made, and nothing else, which was weighed; none where it named that. */
function madeBy(root: RootField, { ids = [] }: Trace = {}): RootField[] {
  const { name, type, args } = root
  if (name === 'createItems') {
    const named = Array.isArray(args.items) ? args.items.map(item => Object(item).id) : []
    if (ids.every(id => named.includes(id))) return []
    return [{ ...root, args: { items: ids.map(id => ({ id })) } }]
  }
  const [newId] = ids
  if (type !== 'ShoppingList' || newId === undefined) return []
  return Object.values(args).includes(newId) ? [] : [{ ...root, args: { newId } }]
}
