/**
 * One field under many names, which is answered as often as it has names: none but the root fields takes arguments. And
 * one under one name again and again, which is compared as often.
 */
import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'
import { type Fragments, fragmentsOf, selectedFields } from './root-fields.ts'

/** Its own, and one that a client calls it by. */
const mostNames = 2

/** A record of the answer: all that is asked for of it, wherever in the document. */
type AskedOf = readonly (SelectionSetNode | undefined)[]

/**
 * A sentence where a field below the root fields is answered under more than two names within one of them; undefined
 * otherwise. Of a document that was validated, whatever its directives leave out.
 */
export function checkNames(document: DocumentNode): GraphQLError | undefined {
  const fragments = fragmentsOf(document)
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    for (const root of answersOf([operation.selectionSet], fragments)) {
      const field = findNamedOften([root.sets], fragments)
      if (field !== undefined) return namedOften(field)
    }
  }
  return undefined
}

/** Each of two fields that share a key in one place is compared with the other, and so is all that stands below them. */
const mostPairs = 1_000

/**
 * A sentence where fields repeat each other so often that comparing them would hold up everybody; undefined otherwise.
 * Of a document whose fragments do not go in circles.
 */
export function checkRepeats(document: DocumentNode): GraphQLError | undefined {
  const fragments = fragmentsOf(document)
  function pairsOf(asked: AskedOf): number {
    const fields = asked.flatMap(set => selectedFields(set, fragments))
    const byKey = Map.groupBy(fields, ({ alias, name }) => alias?.value ?? name.value)
    return [...byKey.values()].reduce((sum, same) => {
      const pairs = (same.length * (same.length - 1)) / 2
      return sum + pairs + pairsOf(same.map(({ selectionSet }) => selectionSet))
    }, 0)
  }
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    if (pairsOf([operation.selectionSet]) > mostPairs) {
      const message = 'This document asks for the same fields again and again: ask for each once.'
      return new GraphQLError(message, {
        extensions: { code: 'BAD_INPUT', field: 'query', limit: mostPairs },
      })
    }
  }
  return undefined
}

function namedOften(field: string): GraphQLError {
  const message = `This document asks for ${field} under more than ${mostNames} names: ask for it once.`
  return new GraphQLError(message, {
    extensions: { code: 'BAD_INPUT', field: 'query', limit: mostNames },
  })
}

/** The first field that all these records, which stand in the same place of the contract, have under too many names. */
function findNamedOften(records: readonly AskedOf[], fragments: Fragments): string | undefined {
  const answers = records.flatMap(sets => answersOf(sets, fragments))
  for (const [name, alike] of Map.groupBy(answers, answer => answer.name)) {
    if (alike.length > mostNames) return name
    const within = alike.map(({ sets }) => sets)
    const found = findNamedOften(within, fragments)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a record is answered with: fields that share a key are one. */
function answersOf(asked: AskedOf, fragments: Fragments) {
  const fields = asked.flatMap(set => selectedFields(set, fragments))
  const byKey = Map.groupBy(fields, ({ alias, name }) => alias?.value ?? name.value)
  return [...byKey.values()].map(same => ({
    name: same[0]?.name.value ?? '',
    sets: same.map(({ selectionSet }) => selectionSet),
  }))
}
