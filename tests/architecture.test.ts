/** The house rules of CONTRIBUTING.md, executed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DefinitionNode, type DocumentNode, Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { findBreaches, importsOf } from './support/import-rules.ts'
import { browserFaults, faults } from './support/planted-faults.ts'

const folders = ['rules', 'src', 'server', 'build', 'tests', 'bench']

function readProject(): ReadonlyMap<string, string> {
  const paths = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name).replaceAll('\\', '/')),
  )
  return new Map(paths.map(path => [path, readFileSync(path, 'utf8')]))
}

test('the project keeps its import rules', () => {
  expect(findBreaches(readProject())).toEqual([])
})

test('git ignores none of the code: the linter and the formatter would pass it over', () => {
  if (!existsSync('.git')) return
  const input = [...readProject().keys()].join('\n')
  const asked = ['check-ignore', '--no-index', '--stdin']
  expect(spawnSync('git', asked, { input, encoding: 'utf8' }).stdout).toBe('')
})

test('what loads late goes through the one loader, which gives up in time and offers to try again', () => {
  const own = [...readProject()].filter(
    ([path, code]) => path.startsWith('src/') && /\blazy\b.*from 'react'|^ {2}lazy,$/m.test(code),
  )
  expect(own.map(([path]) => path)).toEqual(['src/ui/loading/lazy-component.tsx'])
})

test('a list without bullets is said to be one, but where it has them, is in a navigation, or on paper', () => {
  const own = [...readProject()].filter(
    ([path, code]) => path.startsWith('src/') && /<[uo]l\b/.test(code),
  )
  expect(own.map(([path]) => path).sort()).toEqual([
    'src/features/exchange/print-sheet.tsx',
    'src/shell/frame/list-navigation.tsx',
    'src/site/about-screen.tsx',
    'src/site/privacy-screen.tsx',
    'src/ui/plain-list.tsx',
  ])
})

test('every fault that proves the suite can still be planted, in one place', () => {
  const project = readProject()
  const places = [...faults, ...browserFaults].map(({ name, file, find }) => {
    return [name, (project.get(file)?.split(find).length ?? 1) - 1]
  })
  expect(places.filter(([, count]) => count !== 1)).toEqual([])
})

test('no answer is compared with a bare pattern: as a part of an object it fits whatever is there', () => {
  const bare = [...readProject()].filter(
    ([path, code]) => path !== 'tests/architecture.test.ts' && hasBarePattern(code),
  )
  expect(bare.map(([path]) => path)).toEqual([])
})

test('a bare pattern is found', () => {
  for (const code of [
    'expect(a).toMatchObject({ b: 1, c: /d/ })',
    'expect(a).toMatchObject([\n  { b: f(1) },\n  { c: /d/i },\n])',
  ]) {
    expect(hasBarePattern(code), code).toBe(true)
  }
  for (const code of [
    "expect(a).toMatchObject({ b: '/c' }) // d: /e/",
    'expect(find({ name: /b/ })).toMatchObject({ c: expect.stringMatching(/d/) })',
  ]) {
    expect(hasBarePattern(code), code).toBe(false)
  }
})

describe('a breach is found', () => {
  const breaches: readonly (readonly [string, Record<string, string>, string])[] = [
    [
      'src into server',
      { 'src/list/a.ts': "import { b } from '../../server/b.ts'" },
      'src and server never meet',
    ],
    [
      'server into src',
      { 'server/a.ts': "import type { B } from '../src/cache/b.ts'" },
      'src and server never meet',
    ],
    [
      'a room into a room',
      { 'src/list/a.ts': "import { b } from '../friends/b.ts'" },
      'another room',
    ],
    [
      'lazily too',
      { 'src/list/a.ts': "const b = () => import('../friends/b.ts')" },
      'another room',
    ],
    ['a re-export too', { 'src/list/a.ts': "export { b } from '../friends/b.ts'" }, 'another room'],
    [
      'over several lines too',
      { 'src/list/a.ts': "import {\n  b,\n  c,\n} from '../friends/b.ts'" },
      'another room',
    ],
    [
      'a feature into a feature',
      { 'src/features/tags/a.ts': "import { b } from '../find/b.ts'" },
      'another feature',
    ],
    [
      'a feature into a room',
      { 'src/features/tags/a.ts': "import { b } from '../../friends/b.ts'" },
      'features may not import room',
    ],
    [
      'parts into a feature',
      { 'src/parts/a.ts': "import { b } from '../features/tags/b.ts'" },
      'parts may not import features',
    ],
    [
      'the shell into a room',
      { 'src/shell/a.ts': "import { b } from '../friends/b.ts'" },
      'shell may not import room',
    ],
    [
      'routes that load a room at once',
      { 'src/routes.tsx': "import { b } from './friends/b.ts'" },
      'lazily',
    ],
    [
      'what its screens are handed, too',
      { 'src/routes/a.tsx': "import { b } from '../friends/b.ts'" },
      'lazily',
    ],
    [
      'offline into cache',
      { 'src/offline/a.ts': "import type { B } from '../cache/b.ts'" },
      'offline may not import cache',
    ],
    [
      'offline into React',
      { 'src/offline/a.ts': "import { useState } from 'react'" },
      'does without',
    ],
    [
      'offline that names an entity',
      { 'src/offline/a.ts': "const id = 'Item:1'" },
      'names no entity',
    ],
    [
      'network into cache',
      { 'src/network/a.ts': "import { b } from '../cache/b.ts'" },
      'network may not import cache',
    ],
    [
      'cache into the works of offline',
      { 'src/cache/a.ts': "import { b } from '../offline/outbox.ts'" },
      'takes types',
    ],
    [
      'cache into network',
      { 'src/cache/a.ts': "import { b } from '../network/b.ts'" },
      'cache may not import network',
    ],
    [
      'a ref that is written while it is drawn',
      {
        'src/list/a.ts':
          'function useA(a: number) {\n  const last = useRef(a)\n  last.current = a\n}',
      },
      'never while it is drawn',
    ],
    [
      'or in what is memoised',
      {
        'src/list/a.ts':
          'function useA(a: number) {\n  return useMemo(() => {\n    last.current = a\n    return a\n  }, [a])\n}',
      },
      'never while it is drawn',
    ],
    [
      'ui into Apollo',
      { 'src/ui/a.ts': "import { useQuery } from '@apollo/client/react'" },
      'does without',
    ],
    [
      'ui into the router',
      { 'src/ui/a.ts': "import { Link } from '@tanstack/react-router'" },
      'does without',
    ],
    ['ui that knows a route', { 'src/ui/a.ts': "const home = '/product'" }, 'knows no routes'],
    ['ui that knows an entity', { 'src/ui/a.ts': 'export interface Friend {}' }, 'names no entity'],
    ['a rule into a package', { 'rules/a.ts': "import { z } from 'zod'" }, 'does without'],
    [
      'a rule into src',
      { 'rules/a.ts': "import { b } from '../src/ui/b.ts'" },
      'rules may not import ui',
    ],
    [
      'the database into graphql',
      { 'server/db/a.ts': "import { b } from '../graphql/b.ts'" },
      'inwards',
    ],
    [
      'access into graphql',
      { 'server/access/access.ts': "import { b } from '../graphql/b.ts'" },
      'inwards',
    ],
    ['the app into main', { 'server/app.ts': "import { b } from './main.ts'" }, 'inwards'],
    ['what all use into auth', { 'server/log.ts': "import { b } from './auth/b.ts'" }, 'beneath'],
    [
      'the product into tests',
      { 'server/a.ts': "import { b } from '../tests/b.ts'" },
      'only tests',
    ],
    [
      'the build into the works of the server',
      { 'build/a.ts': "import { b } from '../server/db/b.ts'" },
      'what all of it may use',
    ],
    [
      'the app into the build',
      { 'src/list/a.ts': "import { b } from '../../build/b.ts'" },
      'nobody imports the build',
    ],
    ['a barrel', { 'src/ui/index.ts': '' }, 'no barrels'],
    ['a drawer of odds and ends', { 'src/list/utils.ts': '' }, 'is called utils'],
    ['a folder of odds and ends', { 'server/helpers/a.ts': '' }, 'is called helpers'],
    ['a default export', { 'src/ui/a.ts': 'export default function A() {}' }, 'no default exports'],
    ['state in a module', { 'server/a.ts': 'let count = 0' }, 'no state in a module'],
    [
      'a circle',
      {
        'rules/a.ts': "import { b } from './b.ts'",
        'rules/b.ts': "import type { C } from './c.ts'",
        'rules/c.ts': "export { a } from './a.ts'",
      },
      'a circle: rules/a.ts → rules/b.ts → rules/c.ts',
    ],
  ]

  test.each(breaches)('%s', (_name, files, sentence) => {
    const found = findBreaches(new Map(Object.entries(files)))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(sentence)
  })
})

test('imports are read, comments are not', () => {
  const text = `
    // import { no } from './no.ts'
    /* import './never.ts' */
    import type { A } from './a.ts'
    import { type B, type C } from './b.ts'
    import { type D, d } from '../d.ts'
    import './e.ts'
    const url = 'https://example.org' // a comment behind
    const f = await import('./f.ts')
    export * from 'g'
  `
  expect(importsOf('src/ui/x.ts', text).map(({ to, kind }) => `${kind} ${to}`)).toEqual([
    'type src/ui/a.ts',
    'type src/ui/b.ts',
    'value src/d.ts',
    'value src/ui/e.ts',
    'value g',
    'lazy src/ui/f.ts',
  ])
})

test('everything in the contract is described', () => {
  expect(undescribed(parse(readFileSync('schema.graphql', 'utf8')))).toEqual([])
})

test('what is not described is found', () => {
  const contract = parse(
    '"A." type A { b("C." c: Int, d: Int): Int } enum E { "F." F G } input I { "J." j: Int k: Int }',
  )
  expect(undescribed(contract)).toEqual(['A.b', 'A.b.d', 'E', 'E.G', 'I', 'I.k'])
})

test('every setting is documented', () => {
  const text = [...readProject()]
    .filter(([path]) => /^server\/settings[./]/.test(path))
    .map(([, source]) => source)
    .join('\n')
  const names =
    text.match(/(?<=value\(')[A-Z_]+(?=')|\b[A-Z]+_[A-Z_]+\b|^ {2}[A-Z]+(?=: ')/gm) ?? []
  const documentation = readFileSync('docs/self-hosting.md', 'utf8')
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(name => !documentation.includes(`\`${name.trim()}\``))).toEqual([])
})

test('what is cited can be looked up', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...listPages('docs')]
  const breaches = [
    ...readProject(),
    ...pages.map(page => [page, readFileSync(page, 'utf8')] as const),
  ]
    .filter(([path]) => path !== 'tests/architecture.test.ts')
    .flatMap(([path, text]) => leadsNowhere(path, text).map(citation => `${path}: ${citation}`))
  expect(breaches).toEqual([])
})

test('a citation that leads nowhere is found', () => {
  const text = `// Spec sections 4 and 10.5, 10.99; spec section 77; docs/api.md, docs/none.md, docs/decisions/001
    [a page](docs/api.md) [none](nowhere.md#part) [elsewhere](https://example.org/x.md)
    server/app.ts, server/none.ts, rules/names.test.ts, src/<room>/a.ts, server/db/migrations/NNN-a.ts, src/cache/*.ts`
  expect(leadsNowhere('README.md', text)).toEqual([
    'spec section 10.99',
    'spec section 77',
    'docs/none.md',
    'nowhere.md',
    'server/none.ts',
  ])
  const code = "import './server/gone.ts' // as 'a//b' in src/gone.ts\n/** See rules/gone.ts. */"
  expect(leadsNowhere('src/a.ts', code)).toEqual(['src/gone.ts', 'rules/gone.ts'])
})

/**
 * Sections of docs/specification.md, paths under docs/ (the beginning of one will do), links of pages, and files of the
 * project, those of tests by their path within tests/, too. Of code what its comments cite: the rest is compiled.
 */
function leadsNowhere(path: string, text: string): readonly string[] {
  const sections = specSections()
  const numbers = [...text.matchAll(/\bspec sections? (\d[\d.]*(?:(?:,| and| to) \d[\d.]*)*)/gi)]
    .flatMap(([, list = '']) => list.match(/\d+(\.\d+)?/g) ?? [])
    .filter(number => !sections.has(number))
    .map(number => `spec section ${number}`)
  const paths = [...text.matchAll(/\bdocs\/[\w/-]+(?:\.\w+)?/g)].map(([cited]) => cited)
  const links = path.endsWith('.md')
    ? [...text.matchAll(/\]\((?!https?:|docs\/)([\w./-]+)/g)].map(([, link = '']) => link)
    : []
  const prose = path.endsWith('.md')
    ? text
    : (text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm) ?? []).join('\n')
  const files = [...prose.matchAll(ownFile)].map(([cited]) => cited)
  const pages = listPages('docs')
  return [
    ...numbers,
    ...paths.filter(cited => !existsSync(cited) && !pages.some(page => page.startsWith(cited))),
    ...links.filter(link => !existsSync(join(dirname(path), link))),
    ...files.filter(file => !existsSync(file) && !existsSync(join('tests', file))),
  ]
}

/** From the project's root; a name with a gap in it (`NNN`, `*`, `<room>`) stands for several. */
const ownFile =
  /(?<![\w./@-])(?:src|server|rules|build|bench|tests|operations)\/(?![\w/-]*NNN)[\w/.-]+\.(?:tsx?|graphql|css)\b/g

function specSections(): ReadonlySet<string> {
  const sections = new Set<string>()
  let section = ''
  for (const line of readFileSync('docs/specification.md', 'utf8').split('\n')) {
    section = /^## (\d+)\./.exec(line)?.[1] ?? section
    const part = /^(\d+)\. /.exec(line)?.[1]
    sections.add(part === undefined ? section : `${section}.${part}`)
  }
  return sections
}

function listPages(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md'))
}

/** Whether `toMatchObject` is handed a pattern as the value of a field. */
function hasBarePattern(code: string): boolean {
  return code
    .split('.toMatchObject(')
    .slice(1)
    .some(behind => /[{,]\s*\w+: \/(?![/*])/.test(untilClosed(behind)))
}

/** Up to the bracket that closes what began before it. */
function untilClosed(text: string): string {
  let open = 1
  let at = 0
  for (; at < text.length && open > 0; at += 1) {
    if ('([{'.includes(text.charAt(at))) open += 1
    if (')]}'.includes(text.charAt(at))) open -= 1
  }
  return text.slice(0, at)
}

interface Described {
  readonly description?: { readonly value: string } | undefined
  readonly name?: { readonly value: string }
  readonly fields?: readonly Described[]
  readonly arguments?: readonly Described[]
  readonly values?: readonly Described[]
}

function undescribed(contract: DocumentNode): readonly string[] {
  const visit = (node: Described, path: string): readonly string[] => [
    ...((node.description?.value ?? '').trim() === '' ? [path] : []),
    ...[...(node.fields ?? []), ...(node.arguments ?? []), ...(node.values ?? [])].flatMap(inner =>
      visit(inner, `${path}.${inner.name?.value ?? ''}`),
    ),
  ]
  return contract.definitions
    .filter((definition: DefinitionNode) => definition.kind !== Kind.SCHEMA_DEFINITION)
    .flatMap(definition =>
      visit(definition as Described, 'name' in definition ? (definition.name?.value ?? '') : ''),
    )
}
