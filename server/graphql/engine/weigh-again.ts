/**
 * What a repetition tells of records whose ids the server made: its arguments do not name them, so nobody knew before it
 * ran what they have become since. Of one that would be refused if it came for the first time, whatever it tells.
 */
import { GraphQLError } from 'graphql'
import type { Refused } from '../../gates/account-gate.ts'
import { countRows } from '../documents/document-rows.ts'
import type { RootField } from '../documents/root-fields.ts'
import type { Trace } from './answer-trace.ts'
import { failed } from './batch.ts'
import type { Context } from './context.ts'
import type { Call } from './contexts.ts'

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
  { asked, isRepetition = false }: Pick<Call, 'asked' | 'isRepetition'>,
  traces: readonly Trace[],
): Promise<void> {
  // Fields of one key are answered as one.
  const keys = [...new Set(asked.roots.map(keyOf))]
  const roots = asked.roots.flatMap(root => {
    const trace = traces[keys.indexOf(keyOf(root))]
    return isRepetition ? toldBy(root, trace) : madeBy(root, trace)
  })
  if (roots.length === 0) return
  const counted = await countRows(context, { ...asked, roots })
  // Counting has its price, too.
  context.charge(counted instanceof GraphQLError ? 1_000 : counted.rows)
  if (counted instanceof GraphQLError) throw new TooMuchAgain(message)
}

function keyOf({ node }: RootField): string {
  return node.alias?.value ?? node.name.value
}

/** As `toldBy`, where nobody weighed it yet; none where its arguments name what it made. */
function madeBy(root: RootField, trace: Trace = {}): RootField[] {
  const { name, type, args } = root
  const { ids = [] } = trace
  const items = Array.isArray(args.items) ? args.items : []
  const named: unknown[] = [...Object.values(args), ...items.map(item => Object(item).id)]
  const makes = name === 'createItems' || type === 'ShoppingList'
  return makes && !ids.every(id => named.includes(id)) ? toldBy(root, trace) : []
}

/** As it would ask if it named what it tells, and nothing else. */
function toldBy(root: RootField, { ids }: Trace = {}): RootField[] {
  if (!ids) return [root]
  if (root.type !== 'ShoppingList') return [{ ...root, args: { items: ids.map(id => ({ id })) } }]
  return ids.map(newId => ({ ...root, args: { newId } }))
}
