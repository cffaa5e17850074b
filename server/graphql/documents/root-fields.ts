/** The root fields of an operation, wherever they are written. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The fragments of a document, by name. */
export function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap(node =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  )
}

/** One thing that an operation asks for, or does. */
export interface RootField {
  readonly node: FieldNode
  readonly name: string
  /** The name of what it answers, lists of it likewise. */
  readonly type: string
  readonly args: Readonly<Record<string, unknown>>
}

/** All of them, of an operation that was validated, with variables that have their default values. */
export function readRootFields(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  variables: Record<string, unknown>,
): readonly RootField[] {
  const fields = schema.getRootType(operation.operation)?.getFields()
  return selectedFields(operation.selectionSet, fragments, variables).map(node => {
    const name = node.name.value
    const field = fields?.[name]
    const args = field ? getArgumentValues(field, node, variables) : {}
    return { node, name, type: field ? getNamedType(field.type).name : '', args }
  })
}

/**
 * The fields of a selection that will be asked for, with those behind fragments, without those that a directive
 * leaves out; without variables with those, too. Of a document that was validated: its fragments do not go in circles.
 */
export function selectedFields(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  variables?: Readonly<Record<string, unknown>>,
): FieldNode[] {
  return (set?.selections ?? []).flatMap(node => {
    if (variables && !isAskedFor(node, variables)) return []
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) {
      return selectedFields(node.selectionSet, fragments, variables)
    }
    return selectedFields(fragments.get(node.name.value)?.selectionSet, fragments, variables)
  })
}

function isAskedFor(node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  if (!node.directives || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
}
