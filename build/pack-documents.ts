/**
 * The generated documents are trees of some twenty thousand objects, spelled out in 190 kB, which every page made at
 * its start, most of them for nothing. The built app has them as short texts (docs/decisions/034-packed-documents.md).
 */
import { fileURLToPath } from 'node:url'
import type { ASTNode, DocumentNode } from 'graphql'
import type { Plugin } from 'vite'
import { kinds, type Packed } from './unpack-documents.ts'

export function packDocuments(): Plugin {
  return {
    name: 'aisle-pack-documents',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/generated\/(account-|desk-)?operations\.ts$/ },
      handler: code => packedModule(code),
    },
  }
}

const unpacking = fileURLToPath(new URL('./unpack-documents.ts', import.meta.url))
const generated = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as/gm

/** The generated module with its documents packed; what it says of types stays. */
export function packedModule(code: string): string {
  const documents = [...code.matchAll(generated)].map(([, , text = '']) => JSON.parse(text))
  const fragments = Object.assign({}, ...documents.map(packFragments))
  const packed = code.replace(
    generated,
    (_whole, name: string, text: string) =>
      `export const ${name} = /*#__PURE__*/ documentOf(${literal(packDocument(JSON.parse(text)))}) as unknown as`,
  )
  return [
    `import { createUnpacking } from ${JSON.stringify(unpacking)}`,
    `const documentOf = /*#__PURE__*/ createUnpacking(${literal(fragments)})`,
    packed,
  ].join('\n')
}

export function packFragments({ definitions }: DocumentNode): Record<string, Packed> {
  return Object.fromEntries(
    definitions.flatMap(one =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, pack(one)]] : [],
    ),
  )
}

export function packDocument({ definitions }: DocumentNode): readonly Packed[] {
  return definitions.map(one => (one.kind === 'FragmentDefinition' ? one.name.value : pack(one)))
}

/** Refuses what there is no place for, so that nothing is left out. */
function pack(node: ASTNode): Packed {
  if (node.kind === 'Name') return node.value
  const number = kinds.findIndex(({ kind }) => kind === node.kind)
  const shape = kinds[number]
  const { kind, ...parts } = node as ASTNode & Readonly<Record<string, unknown>>
  const places: readonly string[] = shape ? [...shape.nodes, ...shape.plain] : []
  const lost = Object.keys(parts).filter(key => !places.includes(key) && !isNone(parts[key]))
  if (shape === undefined || lost.length > 0) {
    throw new Error(
      `A document has a ${kind} with ${lost.join(', ')}: build/unpack-documents.ts knows none.`,
    )
  }
  const packed = places.map((key, at) => packPart(parts[key], at < shape.nodes.length))
  while (packed.at(-1) === 0) packed.pop()
  const [name] = packed
  return kind === 'Field' && packed.length === 1 && name !== undefined ? name : [number, ...packed]
}

function isNone(part: unknown): boolean {
  return part === undefined || (Array.isArray(part) && part.length === 0)
}

function packPart(part: unknown, isNode: boolean): Packed {
  if (part === undefined) return 0
  if (!isNode) return part as Packed
  return Array.isArray(part) ? part.map(pack) : pack(part as ASTNode)
}

function literal(value: unknown): string {
  return JSON.stringify(JSON.stringify(value))
}
