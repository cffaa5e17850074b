/** Documents as the built app has them (build/pack-documents.ts): short texts, of which a document is made when it is first looked at. */
import type { DocumentNode } from 'graphql'

/** Each kind of node by its number: what of it is a node or a list of nodes, and what is plain. */
export const kinds = [
  {
    kind: 'OperationDefinition',
    nodes: ['name', 'variableDefinitions', 'selectionSet', 'directives'],
    plain: ['operation'],
  },
  {
    kind: 'FragmentDefinition',
    nodes: ['name', 'typeCondition', 'selectionSet', 'directives'],
    plain: [],
  },
  { kind: 'VariableDefinition', nodes: ['variable', 'type', 'defaultValue'], plain: [] },
  { kind: 'Variable', nodes: ['name'], plain: [] },
  { kind: 'NamedType', nodes: ['name'], plain: [] },
  { kind: 'NonNullType', nodes: ['type'], plain: [] },
  { kind: 'ListType', nodes: ['type'], plain: [] },
  { kind: 'SelectionSet', nodes: ['selections'], plain: [] },
  { kind: 'Field', nodes: ['name', 'selectionSet', 'arguments', 'alias', 'directives'], plain: [] },
  { kind: 'FragmentSpread', nodes: ['name', 'directives'], plain: [] },
  { kind: 'InlineFragment', nodes: ['typeCondition', 'selectionSet', 'directives'], plain: [] },
  { kind: 'Directive', nodes: ['name', 'arguments'], plain: [] },
  { kind: 'Argument', nodes: ['name', 'value'], plain: [] },
  { kind: 'ObjectValue', nodes: ['fields'], plain: [] },
  { kind: 'ObjectField', nodes: ['name', 'value'], plain: [] },
  { kind: 'ListValue', nodes: ['values'], plain: [] },
  { kind: 'IntValue', nodes: [], plain: ['value'] },
  { kind: 'FloatValue', nodes: [], plain: ['value'] },
  { kind: 'StringValue', nodes: [], plain: ['value', 'block'] },
  { kind: 'BooleanValue', nodes: [], plain: ['value'] },
  { kind: 'EnumValue', nodes: [], plain: ['value'] },
  { kind: 'NullValue', nodes: [], plain: [] },
] as const

/**
 * A node is a list of its kind's number and its parts in their order, 0 for one that it has not. A text is a name;
 * among selections a field of that name, among definitions the fragment of that name.
 */
export type Packed = string | number | boolean | readonly Packed[]

/** `fragments` are those that the documents spread, by name, as JSON. */
export function createUnpacking(fragments: string): (definitions: string) => DocumentNode {
  const known = new Map<string, unknown>()
  let packed: Readonly<Record<string, Packed>> | undefined

  function fragment(name: string): unknown {
    packed ??= JSON.parse(fragments) as Readonly<Record<string, Packed>>
    if (!known.has(name)) known.set(name, unpack(packed[name] ?? '', ''))
    return known.get(name)
  }

  function unpack(value: Packed, place: string): unknown {
    if (typeof value === 'string') {
      if (place === 'definitions') return fragment(value)
      const name = { kind: 'Name', value }
      return place === 'selections' ? { kind: 'Field', name } : name
    }
    if (!Array.isArray(value)) return value
    const [first, ...parts] = value as readonly Packed[]
    const shape = typeof first === 'number' ? kinds[first] : undefined
    if (shape === undefined) return value.map(one => unpack(one, place))
    const node: Record<string, unknown> = { kind: shape.kind }
    const { nodes, plain } = shape
    ;[...nodes, ...plain].forEach((key, at) => {
      const part = parts[at]
      if (part === undefined || part === 0) return
      node[key] = at < nodes.length ? unpack(part, key) : part
    })
    return node
  }

  return definitions => {
    const document = {
      kind: 'Document',
      get definitions() {
        const value = unpack(JSON.parse(definitions) as Packed, 'definitions')
        // Whoever copies a document and changes the copy finds a property like any other.
        Object.defineProperty(document, 'definitions', { value, writable: true })
        return value
      },
    }
    return document as unknown as DocumentNode
  }
}
