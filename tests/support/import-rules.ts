/**
 * The import rules and names of CONTRIBUTING.md as one function: files in, sentences about what breaks them out.
 * tests/architecture.test.ts runs it over the project, and over small wrong projects that it must complain of.
 */
import { posix } from 'node:path'

/** Path from the project's root → text. */
export type Files = ReadonlyMap<string, string>

interface Import {
  readonly from: string
  readonly to: string
  readonly kind: 'value' | 'type' | 'lazy'
}

const beneathRooms = [
  'rules',
  'generated',
  'ui',
  'offline',
  'network',
  'cache',
  'settings',
  'parts',
]

/** Which parts of the browser's side each part may import, besides itself. */
const browserRules: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  generated: [],
  ui: ['rules'],
  offline: ['rules'],
  network: ['rules', 'offline'],
  settings: ['rules', 'offline', 'network'],
  cache: ['rules', 'generated', 'offline'],
  parts: ['rules', 'generated', 'ui', 'offline', 'network', 'cache'],
  features: beneathRooms,
  shell: beneathRooms,
  room: [...beneathRooms, 'features'],
  'kept-on-device': [...beneathRooms, 'features', 'shell', 'room'],
  routes: [...beneathRooms, 'features', 'shell', 'room'],
  'list-template': [...beneathRooms, 'shell', 'room'],
}

/** From the outside in: a part of the server imports its own level and what is beneath. */
const serverLevels: readonly (readonly string[])[] = [
  [
    'main',
    'start',
    'process',
    'build-when-needed',
    'user',
    'backup-data',
    'restore-data',
    'move',
    'doctor',
    'backup',
  ],
  ['app', 'purges'],
  ['auth', 'graphql'],
  ['access', 'changes', 'mail', 'jobs', 'notices', 'tokens'],
  ['db'],
]

const forbiddenNames = ['utils', 'helpers', 'common', 'misc', 'constants']
const entities =
  /(?<![.\w])(ShoppingLists?|ItemTags?|Items?|UserConfig|Feedback|FriendUser|Friends?)\b/

/** Packages that would make a part know what it must not know. */
const forbiddenPackages: Readonly<Record<string, RegExp>> = {
  ui: /^(@apollo\/client|graphql|@tanstack\/react-router)(\/|$)/,
  offline: /^(react|react-dom|@tanstack\/react-router)(\/|$)/,
  // The ids of copied items are UUID v5, which both sides must make alike.
  rules: /^(?!uuid$)/,
}

export function findBreaches(files: Files): readonly string[] {
  const imports = [...files].flatMap(([path, text]) => importsOf(path, text))
  return [
    ...[...files].flatMap(([path, text]) => [
      ...breachesOfName(path),
      ...breachesOfText(path, text),
    ]),
    ...imports.flatMap(breachesOfImport),
    ...circlesOf(imports),
  ]
}

function breachesOfName(path: string): readonly string[] {
  const parts = path.split('/').map(part => part.replace(/(\.d)?\.[a-z]+$/, ''))
  const forbidden = parts.find(part => forbiddenNames.includes(part))
  if (forbidden !== undefined) return [`${path}: no file or folder is called ${forbidden}`]
  if (/(^|\/)index\.tsx?$/.test(path)) return [`${path}: no barrels`]
  return []
}

function breachesOfText(path: string, text: string): readonly string[] {
  if (isGenerated(path)) return []
  const code = withoutComments(text)
  const part = partOf(path)
  const breaches: string[] = []
  if (/^\s*export\s+default\b|\bas default\b/m.test(code))
    breaches.push(`${path}: no default exports`)
  if (!isTest(path) && /^(export\s+)?(let|var)\s/m.test(code)) {
    breaches.push(`${path}: no state in a module; what needs state is created and handed in`)
  }
  if (!isTest(path) && writesRefWhileDrawing(code)) {
    breaches.push(`${path}: a ref is written in an effect or by a handler, never while it is drawn`)
  }
  const entity = entities.exec(code)?.[0]
  if ((part === 'offline' || part === 'ui') && entity !== undefined) {
    breaches.push(`${path}: src/${part} names no entity, but says ${entity}`)
  }
  if (part === 'ui' && /['"`]\/(product|admin|app|login)\b/.test(code)) {
    breaches.push(`${path}: src/ui knows no routes`)
  }
  return breaches
}

/** In the body of a component or hook itself, or in what it memoises; the formatter sees to the indentation. */
function writesRefWhileDrawing(code: string): boolean {
  if (/^ {2}\w+\.current = /m.test(code)) return true
  const memos = code.matchAll(/^ {2}.*\buseMemo\([^\n]*\{\n([\s\S]*?)^ {2}\}/gm)
  return [...memos].some(([, body = '']) => /\.current = /.test(body))
}

function breachesOfImport(one: Import): readonly string[] {
  const { from, to } = one
  const breach = (why: string) => [`${from} → ${to}: ${why}`]
  if (!isOurs(to)) {
    const forbidden = forbiddenPackages[partOf(from)]
    return forbidden?.test(to) ? breach(`src/${partOf(from)} does without this package`) : []
  }
  if (isTest(from)) return []
  if (isTest(to)) return breach('only tests use tests')
  if (isBuild(from)) {
    const mayUse = sideOf(to) !== 'server' || levelOf(to) === undefined
    return mayUse ? [] : breach('of the server the build imports what all of it may use')
  }
  if (isBuild(to)) return breach('nobody imports the build')
  const sides = [sideOf(from), sideOf(to)]
  if (sides.includes('browser') && sides.includes('server'))
    return breach('src and server never meet')
  if (from.startsWith('server/generated/')) return []
  if (sideOf(from) === 'server') return breachesOnServer(one, breach)
  return breachesInBrowser(one, breach)
}

function breachesInBrowser(
  { from, to, kind }: Import,
  breach: (why: string) => readonly string[],
): readonly string[] {
  const [importer, imported] = [partOf(from), partOf(to)]
  if (importer === 'main' || importer === 'browser-app') return []
  if (importer === 'room' && imported === 'room') {
    return roomOf(from) === roomOf(to) ? [] : breach('a room never imports another room')
  }
  if (importer === 'features' && imported === 'features') {
    return featureOf(from) === featureOf(to)
      ? []
      : breach('a feature never imports another feature')
  }
  if (importer === imported) return []
  if (!browserRules[importer]?.includes(imported))
    return breach(`${importer} may not import ${imported}`)
  if (importer === 'routes' && imported === 'room' && kind === 'value') {
    return breach('routes load rooms lazily')
  }
  if (
    importer === 'cache' &&
    imported === 'offline' &&
    kind !== 'type' &&
    !/\/readable\.ts$/.test(to)
  ) {
    return breach('cache takes types of offline, and its readable')
  }
  return []
}

function breachesOnServer(
  { from, to }: Import,
  breach: (why: string) => readonly string[],
): readonly string[] {
  if (sideOf(to) !== 'server' || to.startsWith('server/generated/')) return []
  const [importer, imported] = [levelOf(from), levelOf(to)]
  if (imported === undefined) return []
  // What is on no level (the log, the words of refusals) is used by all, so it uses no level but the database.
  if (importer === undefined)
    return imported === 4 ? [] : breach('what all use stands beneath auth and graphql')
  return importer <= imported ? [] : breach('the server imports inwards only')
}

/** Every circle once, by its smallest path. */
function circlesOf(imports: readonly Import[]): readonly string[] {
  const importedBy = new Map<string, string[]>()
  for (const { from, to } of imports) {
    if (!isOurs(to) || from.startsWith('server/generated/')) continue
    importedBy.set(from, [...(importedBy.get(from) ?? []), to])
  }
  const circles = new Set<string>()
  const done = new Set<string>()
  function walk(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) {
      circles.add(`a circle: ${rotated(trail.slice(start)).join(' → ')}`)
      return
    }
    if (done.has(path)) return
    for (const next of importedBy.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of importedBy.keys()) walk(path, [])
  return [...circles]
}

function rotated(circle: readonly string[]): readonly string[] {
  const first = [...circle].sort()[0] ?? ''
  const at = circle.indexOf(first)
  return [...circle.slice(at), ...circle.slice(0, at)]
}

/** All imports of a file, relative ones as paths from the root: static, re-exported, lazy, and of types. */
export function importsOf(from: string, text: string): readonly Import[] {
  const code = withoutComments(text)
  const found: Import[] = []
  function add(specifier: string, kind: Import['kind']) {
    const to = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
    found.push({ from, to, kind })
  }
  const statement =
    /(?:^|[;}\n])\s*(import|export)\s+(type\s+)?(?:[\w*${}\s,]+?\s+from\s+)?['"]([^'"]+)['"]/g
  for (const [whole, , type, specifier = ''] of code.matchAll(statement)) {
    const onlyTypes =
      type !== undefined || /\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}\s*from/.test(whole)
    add(specifier, onlyTypes ? 'type' : 'value')
  }
  for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    add(specifier, 'lazy')
  }
  return found
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

function isOurs(path: string): boolean {
  return /^(rules|src|server|build|tests|bench)\//.test(path)
}

function isTest(path: string): boolean {
  return /^(tests|bench)\//.test(path)
}

function isBuild(path: string): boolean {
  return path.startsWith('build/')
}

function isGenerated(path: string): boolean {
  return /^(src|server)\/generated\//.test(path)
}

function sideOf(path: string): 'browser' | 'server' | 'both' {
  if (path.startsWith('src/')) return 'browser'
  return path.startsWith('server/') ? 'server' : 'both'
}

/** The part of the browser's side that a file belongs to; a room is any folder of src that is no part. */
function partOf(path: string): string {
  if (path.startsWith('rules/')) return 'rules'
  const [, first = ''] = /^src\/([^/.]+)/.exec(path) ?? []
  if (first === '') return 'server'
  if (first === 'main' || first in browserRules) return first
  return path.split('/').length > 2 ? 'room' : first
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? ''
}

function levelOf(path: string): number | undefined {
  const [, first = ''] = /^server\/([^/.]+)/.exec(path) ?? []
  const level = serverLevels.findIndex(names => names.includes(first))
  return level < 0 ? undefined : level
}
