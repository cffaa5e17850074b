/**
 * As little of GraphQL as the app needs in the browser: each document as its text in the place of its syntax tree
 * (src/network/read-document.ts reads it), and nothing of graphql-js, of which Apollo's cache uses the names of kinds
 * and a visitor.
 */
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type DefinitionNode, type DocumentNode, Kind, print } from 'graphql'
import type { Plugin } from 'vite'
import { readDocument } from '../src/network/read-document.ts'

const ownFile = (name: string) => fileURLToPath(new URL(`../src/network/${name}`, import.meta.url))

const standIn = [
  // Named, and not used any more.
  `export { Kind } from 'graphql'`,
  `export { visit } from ${JSON.stringify(ownFile('visit-document.ts'))}`,
  `export { writeDocument as print } from ${JSON.stringify(ownFile('write-document.ts'))}`,
].join('\n')

export function shortGraphql(): Plugin[] {
  return [
    {
      name: 'aisle-short-documents',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /[\\/]src[\\/]generated[\\/][\w-]*operations\.ts$/ },
        handler: code => ({
          code: withShortDocuments(code, JSON.stringify(ownFile('read-document.ts'))),
          map: null,
        }),
      },
    },
    {
      name: 'aisle-without-graphql-js',
      apply: 'build',
      enforce: 'pre',
      resolveId: (id, from) =>
        id === 'graphql' &&
        /@apollo.client.utilities.(graphql.(transform|print)|internal.checkDocument)\.js$/.test(
          from ?? '',
        )
          ? '\0graphql'
          : undefined,
      load: id => (id === '\0graphql' ? standIn : undefined),
      transform: {
        filter: { id: /@apollo[\\/]client|[\\/]src[\\/]/, code: /\bKind\./ },
        handler: code => ({ code: withPlainKinds(code), map: null }),
      },
    },
  ]
}

/** `Kind.FIELD` is "Field". */
function withPlainKinds(code: string): string {
  const kinds = new Map<string, string>(Object.entries(Kind))
  return code.replace(/\bKind\.([A-Z_]+)\b/g, (whole, name: string) => {
    const kind = kinds.get(name)
    return kind === undefined ? whole : JSON.stringify(kind)
  })
}

/** `code` as the generator writes it: a document a line, those that it spreads before it. */
export function withShortDocuments(code: string, readerFile: string): string {
  const documents = new Map<string, DocumentNode>()
  const short = code.replace(
    /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as /gm,
    (_whole, constant: string, json: string) => {
      const document: DocumentNode = JSON.parse(json)
      const [own, ...others] = document.definitions
      const spread = others.map(other => constantOf(documents, other))
      const text = own ? shortText(own) : ''
      const read = readDocument(text, ...spread.map(name => documents.get(name) ?? document))
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(read)), document))
        throw new Error(`${constant} uses what src/network/read-document.ts does not read.`)
      documents.set(constant, document)
      const given = [JSON.stringify(text), ...spread].join()
      return `export const ${constant} = /* @__PURE__ */ readDocument(${given}) as unknown as `
    },
  )
  if (documents.size === 0) throw new Error('The documents are written otherwise: look again.')
  return `import { readDocument } from ${readerFile}\n${short}`
}

/** The constant that holds a fragment. */
function constantOf(
  documents: ReadonlyMap<string, DocumentNode>,
  fragment: DefinitionNode,
): string {
  for (const [constant, { definitions }] of documents)
    if (isDeepStrictEqual(definitions[0], fragment)) return constant
  throw new Error('A document spreads a fragment that stands behind it.')
}

function shortText(definition: DefinitionNode): string {
  return print(definition)
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}()[\]:!,=]) ?/g, '$1')
}
