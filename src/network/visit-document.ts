/**
 * What Apollo's cache uses of graphql's visitor, which the build puts in its place (build/short-graphql.ts): the
 * cache looks into every document once before it reads by it.
 */

interface Visitor {
  readonly [kind: string]: Enter | { readonly enter: Enter } | undefined
}

/** Answers with what stands in the node's place, if anything. `path` leads there from the root. */
type Enter = (node: object, key: Key, parent: unknown, path: readonly Key[]) => object | undefined

type Key = string | number | undefined

/** The node with all beneath it, or what came of them. */
export function visit(
  node: object,
  visitor: Visitor,
  key?: Key,
  parent?: unknown,
  path: readonly Key[] = [],
): object {
  const given = visitor[kindOf(node) ?? '']
  const enter = typeof given === 'function' ? given : given?.enter
  const entered = enter?.call(visitor, node, key, parent, path) ?? node
  const changed: [string | number, unknown][] = []
  for (const [field, value] of Object.entries(entered)) {
    const next = inside(value, field, entered)
    if (next !== value) changed.push([field, next])
  }
  return changed.length === 0 ? entered : { ...entered, ...Object.fromEntries(changed) }

  function inside(value: unknown, field: string | number, holder: unknown): unknown {
    if (Array.isArray(value)) {
      const next = value.map((each, at) => seen(each, at, value, [...path, field, at]))
      return next.some((each, at) => each !== value[at]) ? next : value
    }
    return seen(value, field, holder, [...path, field])
  }

  function seen(value: unknown, at: string | number, holder: unknown, way: readonly Key[]) {
    return isNode(value) ? visit(value, visitor, at, holder, way) : value
  }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null && kindOf(value) !== undefined
}

function kindOf(value: object): string | undefined {
  return 'kind' in value && typeof value.kind === 'string' ? value.kind : undefined
}
