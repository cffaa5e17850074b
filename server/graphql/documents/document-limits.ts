/** How large a document may be; looked at before it is validated, since validating has a price, too. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { MutationResolvers } from '../../generated/schema.ts'
import { fragmentsOf } from './root-fields.ts'

export const documentLimits = {
  /** The browser's longest operation has 150; the introspection of GraphiQL 350. */
  tokens: 1_500,
  /** Data is five deep; introspection needs the rest. */
  depth: 16,
  /** Scripts ask a few things at once. */
  aliases: 30,
  /** Fields as they are answered, fragments written out: introspection has 260. */
  fields: 600,
  /** What the answers cost, in fields: all items there are cost 100, all that changed 700. */
  cost: 1_000,
  /** Each is an effect of its own; together they share one transaction. */
  mutations: 10,
  /** Each copies, restores or resets all items of a list. */
  wholeListMutations: 2,
} as const

/** Fields behind which many rows lie. */
const costs: ReadonlyMap<string, number> = new Map([
  ['getAllItem', 100],
  ['getByFilterItem', 100],
  ['getAllShoppingList', 20],
  ['getByFilterShoppingList', 20],
  ['items', 100],
  ['changes', 700],
  ['copyShoppingList', 50],
  // Which list comes with it is known only then.
  ['acceptInvite', 500],
  ['createItems', 50],
  ['updateItems', 50],
])

interface Size {
  readonly depth: number
  readonly aliases: number
  readonly fields: number
  readonly cost: number
  /** Of the fields those that lie on the level of the selection itself. */
  readonly mutations: number
  /** Of those the ones that copy, restore or reset all items of a list. */
  readonly wholeListMutations: number
}

/** A sentence about the first limit that the document passes; undefined if it keeps to all of them. */
export function checkDocumentSize(document: DocumentNode): GraphQLError | undefined {
  const fragments = fragmentsOf(document)
  const sizes = new Map<string, Size>()
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    const size = sizeOf(operation.selectionSet, fragments, sizes)
    for (const [what, limit] of measured) {
      if (size[what] > limit) return tooLarge(what, limit)
    }
    if (operation.operation !== 'mutation') continue
    const { mutations, wholeListMutations } = documentLimits
    if (size.mutations > mutations) return tooLarge('mutations', mutations)
    if (size.wholeListMutations > wholeListMutations)
      return tooLarge('copies, restores and resets', wholeListMutations)
  }
  return undefined
}

const measured = [
  ['depth', documentLimits.depth],
  ['aliases', documentLimits.aliases],
  ['fields', documentLimits.fields],
  ['cost', documentLimits.cost],
] as const

/** Names the limit that a document passes. */
export function tooLarge(what: string, limit: number): GraphQLError {
  return new GraphQLError(`This document is too large: its ${what} may be at most ${limit}.`, {
    extensions: { code: 'BAD_INPUT', field: 'query', limit },
  })
}

/** Each fragment is measured once, so that fragments of fragments cost no more than their text. */
function sizeOf(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  sizes: Map<string, Size>,
): Size {
  let depth = 0
  let aliases = 0
  let fields = 0
  let cost = 0
  let mutations = 0
  let wholeListMutations = 0
  function add(size: Size, levels: number) {
    depth = Math.max(depth, size.depth + levels)
    aliases += size.aliases
    fields += size.fields
    cost += size.cost
  }
  function addHere(size: Size) {
    add(size, 0)
    mutations += size.mutations
    wholeListMutations += size.wholeListMutations
  }
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const inner = selection.selectionSet
        ? sizeOf(selection.selectionSet, fragments, sizes)
        : nothing
      add(inner, 1)
      fields += 1
      aliases += selection.alias ? 1 : 0
      cost += costs.get(selection.name.value) ?? 1
      mutations += 1
      wholeListMutations += onWholeLists.has(selection.name.value) ? 1 : 0
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      addHere(sizeOf(selection.selectionSet, fragments, sizes))
    } else {
      addHere(sizeOfFragment(selection.name.value, fragments, sizes))
    }
  }
  return { depth, aliases, fields, cost, mutations, wholeListMutations }
}

const nothing: Size = {
  depth: 0,
  aliases: 0,
  fields: 0,
  cost: 0,
  mutations: 0,
  wholeListMutations: 0,
}

function sizeOfFragment(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  sizes: Map<string, Size>,
): Size {
  const known = sizes.get(name)
  if (known) return known
  const fragment = fragments.get(name)
  // A circle adds nothing here; validation refuses it in its own words.
  sizes.set(name, nothing)
  const size = fragment ? sizeOf(fragment.selectionSet, fragments, sizes) : nothing
  sizes.set(name, size)
  return size
}

const onWholeLists: ReadonlySet<string> = new Set([
  'copyShoppingList',
  'restoreShoppingList',
  'resetShoppingList',
] satisfies readonly (keyof MutationResolvers)[])
