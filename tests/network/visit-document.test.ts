import { addTypenameToDocument } from '@apollo/client/utilities'
import { type ASTNode, type DocumentNode, visit as graphqlVisit } from 'graphql'
import { expect, test } from 'vitest'
import * as deskOperations from '../../src/generated/desk-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { visit } from '../../src/network/visit-document.ts'

const documents: readonly DocumentNode[] = Object.values({ ...operations, ...deskOperations })

test("every document is visited as by graphql's own visitor", () => {
  for (const document of documents) {
    const own: unknown[] = []
    const theirs: unknown[] = []
    const noteIn = (seen: unknown[]) => ({
      Field: (...[, key, parent, path]: readonly unknown[]) => {
        seen.push([key, parent, Array.isArray(path) && path.join('.')])
        return undefined
      },
      SelectionSet: { enter: (node: object) => void seen.push(node) },
    })
    visit(document, noteIn(own))
    graphqlVisit(document as ASTNode, noteIn(theirs))
    expect(own.length).toBeGreaterThan(1)
    expect(own).toEqual(theirs)
  }
})

test('what is put in the place of a node is looked into, and the rest stays the same', () => {
  for (const document of documents) {
    const typed = visit(document, {
      SelectionSet: {
        enter: (node, _key, parent) =>
          'selections' in node && Array.isArray(node.selections) && !isOperation(parent)
            ? { ...node, selections: [...node.selections, typename] }
            : undefined,
      },
    })
    expect(typed).toEqual(addTypenameToDocument(document))
    expect(visit(document, {})).toBe(document)
  }
})

const typename = { kind: 'Field', name: { kind: 'Name', value: '__typename' } }

function isOperation(node: unknown): boolean {
  return Object(node).kind === 'OperationDefinition'
}
