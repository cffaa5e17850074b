/**
 * A document out of its own text. The build puts the texts in the place of the syntax trees of src/generated
 * (build/short-graphql.ts), which are eight times as long, and which every start would put together.
 */
import type { DocumentNode } from '@apollo/client'

/**
 * `text` is one operation or fragment; `fragments` are the documents of those that it spreads. Read when it is first
 * looked into. Knows as much of the language as operations/ uses: the build compares what comes of each text.
 */
export function readDocument(text: string, ...fragments: readonly DocumentNode[]): DocumentNode {
  let definitions: DocumentNode['definitions'] | undefined
  const document = {
    kind: 'Document',
    get definitions() {
      definitions ??= [
        readDefinition(text),
        ...fragments.flatMap(each => each.definitions[0] ?? []),
      ]
      return definitions
    },
  }
  return document as DocumentNode
}

type Definition = DocumentNode['definitions'][number]

function readDefinition(text: string): Definition {
  const tokens = text.match(/\.{3}|\w+|[^\s,]/g) ?? []
  let at = 0

  const take = () => tokens[at++] ?? ''
  const isNext = (token: string) => tokens[at] === token
  const takes = (token: string) => isNext(token) && take() === token
  const name = () => ({ kind: 'Name', value: take() })

  /** What stands between two brackets; nothing where there are none. */
  function within<Part>(field: string, open: string, close: string, read: () => Part) {
    if (!takes(open)) return {}
    const parts: Part[] = []
    while (!takes(close)) parts.push(read())
    return { [field]: parts }
  }

  function selectionSet() {
    return { selectionSet: { kind: 'SelectionSet', ...within('selections', '{', '}', selection) } }
  }

  function selection(): object {
    if (takes('...')) return { kind: 'FragmentSpread', name: name(), ...directives() }
    const first = name()
    return {
      kind: 'Field',
      ...(takes(':') ? { alias: first, name: name() } : { name: first }),
      ...given(),
      ...directives(),
      ...(isNext('{') && selectionSet()),
    }
  }

  function directives(): object {
    if (!takes('@')) return {}
    return { directives: [{ kind: 'Directive', name: name(), ...given() }] }
  }

  const given = () => within('arguments', '(', ')', () => namedValue('Argument'))

  function namedValue(kind: string) {
    const named = { kind, name: name() }
    take()
    return { ...named, value: value() }
  }

  function value(): object {
    if (takes('$')) return { kind: 'Variable', name: name() }
    if (isNext('{'))
      return { kind: 'ObjectValue', ...within('fields', '{', '}', () => namedValue('ObjectField')) }
    return { kind: 'BooleanValue', value: take() === 'true' }
  }

  function variableDefinition() {
    const variable = value()
    take()
    const typed = { kind: 'VariableDefinition', variable, type: type() }
    return takes('=') ? { ...typed, defaultValue: value() } : typed
  }

  function type(): object {
    const inner = takes('[') ? { kind: 'ListType', type: type() } : namedType()
    takes(']')
    return takes('!') ? { kind: 'NonNullType', type: inner } : inner
  }

  const namedType = () => ({ kind: 'NamedType', name: name() })

  const operation = take()
  if (operation === 'fragment') {
    const named = { kind: 'FragmentDefinition', name: name() }
    take()
    return { ...named, typeCondition: namedType(), ...selectionSet() } as unknown as Definition
  }
  return {
    kind: 'OperationDefinition',
    operation,
    name: name(),
    ...within('variableDefinitions', '(', ')', variableDefinition),
    ...selectionSet(),
  } as unknown as Definition
}
