import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'

/**
 * Whether the answer of this field will be asked for `path`, so that what costs a query is read only where
 * it is wanted, and then for all rows at once.
 */
export function isSelected(info: GraphQLResolveInfo, ...path: readonly string[]): boolean {
  let fields: readonly FieldNode[] = info.fieldNodes
  for (const name of path) {
    fields = fields
      .flatMap(field => (field.selectionSet ? childFields(info, field.selectionSet) : []))
      .filter(field => field.name.value === name)
  }
  return fields.length > 0
}

function childFields(info: GraphQLResolveInfo, set: SelectionSetNode): FieldNode[] {
  return set.selections.flatMap(selection => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return childFields(info, selection.selectionSet)
    const fragment = info.fragments[selection.name.value]
    return fragment ? childFields(info, fragment.selectionSet) : []
  })
}
