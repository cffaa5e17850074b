/** The text of a document as it is sent: with the types that the cache needs, without blanks that mean nothing. */
import type { DocumentNode } from '@apollo/client'
import { addTypenameToDocument, print } from '@apollo/client/utilities'

export type QueryText = (document: DocumentNode) => string

export function createQueryText(): QueryText {
  const texts = new WeakMap<DocumentNode, string>()
  return document => {
    const known = texts.get(document)
    if (known !== undefined) return known
    const text = print(addTypenameToDocument(document))
    // Blanks are a third of it.
    const short = text.includes('"') ? text : text.replace(/\s+/g, ' ')
    texts.set(document, short)
    return short
  }
}
