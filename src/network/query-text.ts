/**
 * The text of a document as it is sent: with the types that the cache needs, without blanks that mean nothing, and
 * without arguments that are not given. A tick goes into one packet so, and of two each may be lost.
 */
import type { DocumentNode } from '@apollo/client'
import { addTypenameToDocument, print } from '@apollo/client/utilities'
import type { OperationDefinitionNode, SelectionNode } from 'graphql'

export type QueryText = (document: DocumentNode, variables: object) => string

export function createQueryText(): QueryText {
  const textsByGiven = new WeakMap<DocumentNode, Map<string, string>>()
  return (document, variables) => {
    const given = Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    )
    const texts = textsByGiven.get(document) ?? new Map<string, string>()
    textsByGiven.set(document, texts)
    const key = given.sort().join()
    const text = texts.get(key) ?? write(document, new Set(given))
    texts.set(key, text)
    return text
  }
}

function write(document: DocumentNode, given: ReadonlySet<string>): string {
  const typed = addTypenameToDocument(document)
  const definitions = typed.definitions.map(definition =>
    definition.kind === 'OperationDefinition' ? withoutAbsent(definition, given) : definition,
  )
  const texts = definitions.map(print)
  if (texts.some(text => text.includes('"'))) return texts.join(' ')
  // Blanks are a third of it.
  return spreadInPlace(
    texts.map(text => text.replace(/\s+/g, ' ').replace(/ ?([{}()[\]:!,]) ?/g, '$1')),
  )
}

const fragmentText = /^fragment (\w+) on \w+\{(.*)\}$/

/** A fragment that is spread once stands in its place: of a tick that is another tenth. */
function spreadInPlace(texts: readonly string[]): string {
  let left = texts
  for (let at = texts.length - 1; at > 0; at--) {
    const [, name = '', fields = ''] = fragmentText.exec(left[at] ?? '') ?? []
    const spread = new RegExp(`\\.\\.\\.${name}\\b`)
    if (name === '' || left.join(' ').split(spread).length !== 2) continue
    left = left.toSpliced(at, 1).map(text => text.replace(spread, () => fields))
  }
  return left.join(' ').replaceAll('__typename __typename', '__typename')
}

/** A variable that is not given leaves its argument absent, as if it were not there. */
function withoutAbsent(
  operation: OperationDefinitionNode,
  given: ReadonlySet<string>,
): OperationDefinitionNode {
  const definitions = operation.variableDefinitions ?? []
  const absent = new Set(
    definitions.flatMap(({ variable, defaultValue }) =>
      defaultValue || given.has(variable.name.value) ? [] : [variable.name.value],
    ),
  )
  const selections = operation.selectionSet.selections.map(
    (field): SelectionNode =>
      field.kind === 'Field'
        ? {
            ...field,
            arguments: (field.arguments ?? []).filter(
              ({ value }) => value.kind !== 'Variable' || !absent.has(value.name.value),
            ),
          }
        : field,
  )
  const selectionSet = { ...operation.selectionSet, selections }
  // One that is used further inside stays.
  const used = new Set(print(selectionSet).match(/(?<=\$)\w+/g))
  return {
    ...operation,
    selectionSet,
    variableDefinitions: definitions.filter(
      ({ variable: { name } }) => !absent.has(name.value) || used.has(name.value),
    ),
  }
}
