import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { runnerImport } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { blog } from './build/blog.ts'
import { demo } from './build/demo.ts'
import { finish } from './build/finish.ts'
import { firstLook } from './build/first-look.ts'
import { inOneByteEach } from './build/in-one-byte-each.ts'
import { inlineStart } from './build/inline-start.ts'
import { neverKept } from './build/never-kept.ts'
import { packDocuments } from './build/pack-documents.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import packageFile from './package.json' with { type: 'json' }
import type { StaticPage } from './src/site/prerender.tsx'

const apiPort = process.env.PORT ?? '3000'
const apiPaths = ['/graphql', '/auth', '/csrftoken', '/settings.json', '/healthz', '/v1']

const mainFile = fileURLToPath(new URL('./src/main.tsx', import.meta.url))

const manifest: Partial<ManifestOptions> = {
  id: '/app',
  name: 'Aisle',
  short_name: 'Aisle',
  description: 'Shared shopping lists that work where the signal does not',
  lang: 'en',
  start_url: '/app',
  scope: '/',
  display: 'standalone',
  categories: ['shopping', 'productivity'],
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
}

/** `npm run dev` in one terminal: the API runs as a child, and starts again when its files change. */
function apiServer(): Plugin {
  let child: ChildProcess | undefined
  return {
    name: 'aisle-api-server',
    apply: 'serve',
    configureServer(server) {
      child = spawn(process.execPath, ['--watch', 'server/main.js'], {
        stdio: 'inherit',
        env: { ...process.env, PORT: apiPort },
      })
      server.httpServer?.once('close', () => child?.kill())
      process.once('exit', () => child?.kill())
    },
  }
}

/**
 * sonner puts a style element into the page, which the Content-Security-Policy refuses with an error in the
 * console; src/ui/toasts/toaster.tsx loads the same rules as a stylesheet.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'aisle-sonner-without-style-element',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
        if (without === code)
          this.error('sonner no longer inserts its styles as it did: look again.')
        return { code: without, map: null }
      },
    },
  }
}

/**
 * Of Apollo Client there is the cache alone, which uses RxJS for one method that nothing calls (`watchFragment`);
 * that would be 20 kB of what a list waits for.
 */
function withoutRxjs(): Plugin {
  const used = [
    'distinctUntilChanged',
    'map',
    'ReplaySubject',
    'share',
    'shareReplay',
    'tap',
    'timer',
  ]
  const stub = [
    "const none = () => { throw new Error('RxJS is not part of this app.') }",
    // Two of them are made, and never subscribed to.
    'export class Observable { subscribe() { none() } }',
    'export const EMPTY = new Observable()',
    ...used.map(name => `export const ${name} = none`),
  ].join('\n')
  return {
    name: 'aisle-without-rxjs',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, from) =>
      id === 'rxjs' && /@apollo.client.(cache|utilities)\b/.test(from ?? '') ? '\0rxjs' : undefined,
    load: id => (id === '\0rxjs' ? stub : uncalled(id)),
  }

  /** What that method alone calls of Apollo's own. */
  function uncalled(id: string): string | undefined {
    const [, name] =
      /@apollo.client.utilities.internal.(combineLatestBatched|equalByQuery|mapObservableFragment)\.js$/.exec(
        id,
      ) ?? []
    if (name === undefined) return undefined
    const exported = name === 'mapObservableFragment' ? `${name}Memoized` : name
    return `export const ${exported} = () => { throw new Error('${name} is not part of this app.') }`
  }
}

/** What waits for stylesheets of late code; here all lies in one that every page has. */
function withoutPreloading(): Plugin {
  return {
    name: 'aisle-without-preloading',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined,
  }
}

/**
 * Icons by their own files: through the one that names them all, each would lie in the file that every page
 * loads, whoever shows it. What draws one does what is asked of it here, and no more.
 */
function iconsByFile(): Plugin {
  const folder = fileURLToPath(new URL('./node_modules/lucide-react/dist/esm', import.meta.url))
  const files = new Map<string, string>()
  return {
    name: 'aisle-icons-by-file',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const all = readFileSync(`${folder}/lucide-react.mjs`, 'utf8')
      for (const [, names = '', file = ''] of all.matchAll(
        /^export \{(.*)\} from '\.(\/icons\/.*)'/gm,
      ))
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
    },
    resolveId: (id, from) =>
      /createLucideIcon\.mjs$/.test(id) && /lucide-react.*icons/.test(from ?? '')
        ? '\0lucide'
        : undefined,
    load: id => (id === '\0lucide' ? drawIcon : undefined),
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx$/, code: /lucide-react/ },
      handler(code) {
        const direct = code.replace(
          /^import \{([^}]*)\} from 'lucide-react'/gm,
          (_whole, names: string) =>
            names
              .split(',')
              .map(name => name.trim())
              .filter(name => name !== '')
              .map(name => {
                const [icon = '', as = icon] = name.split(' as ')
                const file = files.get(icon) ?? this.error(`There is no icon ${icon}.`)
                return `import ${as} from '${folder}${file}'`
              })
              .join('; '),
        )
        return { code: direct, map: null }
      },
    },
  }
}

/** As lucide-react draws them, without its context, titles and strokes that do not grow. */
const drawIcon = `
import { createElement } from 'react'
export default ({ name, node }) => ({ size = 24, className = '', ...rest }) =>
  createElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: 'lucide lucide-' + name + ' ' + className,
    ...rest,
  }, node.map(([tag, attributes]) => createElement(tag, attributes)))
`

/** The kill switch: `WITHDRAW_WORKER=1 npm run build` (docs/decisions/008-service-worker.md). */
const withdrawn = process.env.WITHDRAW_WORKER === '1'

function pwa() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline/worker',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    // src/offline/worker/update.ts registers it: an inline script would need a hole in the Content-Security-Policy.
    injectRegister: false,
    selfDestroying: withdrawn,
    manifest,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,woff2}'],
      // A dictionary of a megabyte that only new passwords are measured by.
      // The public pages are for people whose browser does not have the app yet; the desk is the team's alone.
      globIgnores: [
        ...neverKept.map(name => `**/${name}-*.js`),
        'mockServiceWorker.js',
        '*/**/*.html',
        'pictures/*',
      ],
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
  })
}

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

/** What loads beside the first file, and without which no list is shown. */
const withTheList = [
  'src/shell/account/open-account.ts',
  'src/cache/undo/undo.ts',
  'src/cache/undo/undo-storage.ts',
  'src/cache/edits/all-edits.ts',
  'src/network/data/data-network.ts',
  'src/network/data/watch-calls.ts',
  'src/network/online-hint.ts',
  'src/offline/sync/track-calls.ts',
  'src/list/list-screen.tsx',
  'src/list/no-list-screen.tsx',
  'src/features/news/looked-at.ts',
]

/**
 * Few files: on a slow line, and through the worker, each file costs a way there and back. One holds all that a
 * signed-in list needs, one what is opened from there, one the public pages; what else loads late (large
 * libraries, the desk) stays apart (docs/decisions/018-few-files.md).
 */
function groupFiles() {
  const groups = [
    { name: 'start', root: /\/src\/main\.tsx$/ },
    { name: 'app', root: { test: (id: string) => withTheList.some(file => id.endsWith(file)) } },
    // Before the forms that ask for it: its dictionary is half of all there is.
    { name: 'password-strength', root: /\/src\/parts\/account\/password-strength\.ts$/ },
    {
      name: 'public',
      root: /\/src\/((site|sign-in\/(login|sign-up)|invite)\b|network\/(contact|session\/invitations)\.ts$)/,
    },
    { name: 'mailed', root: /\/src\/(sign-in\/|network\/session\/mailed-calls\.ts$)/ },
    { name: 'tools', root: /\/src\/(ui|list|features|shell)\// },
    {
      name: 'rooms',
      root: /\/src\/((account|feedback|friends|inspect|overview|preferences|ready)|network\/session)\//,
    },
    { name: 'passkeys', root: /\/@simplewebauthn\/browser\// },
    { name: 'desk', root: /\/src\/admin\// },
    { name: 'stub', root: /\/src\/stub\// },
  ]
  const isBetween = (one: string | undefined, other: string) =>
    (one === 'app' && other === 'public') || (one === 'public' && other === 'tools')
  let chosen: Map<string, string> | undefined

  function choose(entry: string, graph: ModuleGraph): Map<string, string> {
    const lateFiles = new Set<string>([entry])
    for (const id of lateFiles) {
      const statics = reach([id], graph)
      for (const each of statics) {
        for (const late of graph.getModuleInfo(each)?.dynamicallyImportedIds ?? [])
          lateFiles.add(late)
      }
    }
    const missing = withTheList.filter(file => ![...lateFiles].some(id => id.endsWith(file)))
    if (missing.length > 0) throw new Error(`Not loaded by the app: ${missing.join(', ')}.`)
    const names = new Map<string, string>()
    for (const { name, root } of groups) {
      const roots = [...lateFiles].filter(id => root.test(id))
      if (roots.length === 0) throw new Error(`No file is in the group ${name}.`)
      for (const id of reach(roots, graph)) {
        if (!names.has(id)) names.set(id, name)
        // No public page loads the lists for an icon that both show, nor a list the public pages for a message.
        else if (isBetween(names.get(id), name)) names.set(id, 'start')
      }
    }
    return names
  }

  function reach(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
    const reached = new Set(roots)
    for (const id of reached) {
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
    }
    return reached
  }

  return (id: string, graph: ModuleGraph): string | null => {
    chosen ??= choose(mainFile, graph)
    return chosen.get(id) ?? null
  }
}

/**
 * A module that loads late and lies in a group gets a file of its own that only points at the group's: whoever
 * imports it is led there at once instead, which saves a request each.
 */
function withoutPointers(): Plugin {
  return {
    name: 'aisle-without-pointers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const pointers = new Map<string, string>()
      for (const { fileName, code, isEntry } of chunks) {
        const pointer = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(code)
        if (isEntry || !pointer) continue
        const [, names = '', target = ''] = pointer
        const members = names.split(',').map(name => {
          const [inner = '', outer = inner] = name.split(' as ')
          return `${outer}:m.${inner}`
        })
        pointers.set(
          fileName.replace(/^.*\//, ''),
          `import("./${target}").then(m=>({${members.join(',')}}))`,
        )
        delete bundle[fileName]
      }
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(
          /import\(([`"'])\.\/([^`"']+)\1\)/g,
          (whole, _quote, file: string) => pointers.get(file) ?? whole,
        )
      }
    },
  }
}

/** The bundler's own few lines would be a file of their own, too: the one that every page loads takes them in. */
function withoutRuntimeFile(): Plugin {
  return {
    name: 'aisle-without-runtime-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const start = chunks.find(({ name }) => name === 'start')
      const [, body, names] = /^([\s\S]*)export\s*\{([^}]*)\};?\s*$/.exec(runtime?.code ?? '') ?? []
      if (!runtime || !start || body === undefined || names === undefined)
        this.error('The bundler has no runtime file, or another one: look again.')
      const members = names.split(',').map(name => name.split(' as ').toReversed().join(':'))
      const fileOf = (path: string) => path.replace(/^.*\//, '')
      const importing = new RegExp(
        `import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${fileOf(runtime.fileName)}";`,
      )
      // Named before they imported the start: under the same name the next version would find the last one's
      // file in a cache, and with it the start of the last version, which would draw the app a second time.
      const renamed = new Map<string, string>()
      const startFile = fileOf(start.fileName)
      for (const chunk of chunks) {
        if (chunk !== start && importing.test(chunk.code) && !chunk.code.includes(startFile)) {
          const file = fileOf(chunk.fileName)
          renamed.set(file, file.replace(/\.js$/, startFile.replace(/^start/, '')))
        }
        chunk.code = chunk.code.replace(importing, (_whole, wanted: string) => {
          const taken = `var{${wanted.replaceAll(' as ', ':')}}=aisleRuntime;`
          return chunk === start
            ? `export var aisleRuntime=(()=>{${body}return{${members}}})();${taken}`
            : `import{aisleRuntime}from"./${fileOf(start.fileName)}";${taken}`
        })
      }
      delete bundle[runtime.fileName]
      for (const chunk of chunks) {
        for (const [file, name] of renamed) chunk.code = chunk.code.replaceAll(file, name)
        const name = renamed.get(fileOf(chunk.fileName))
        if (name === undefined) continue
        delete bundle[chunk.fileName]
        const fileName = chunk.fileName.replace(fileOf(chunk.fileName), name)
        this.emitFile({ type: 'asset', fileName, source: chunk.code })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace(/<script [^>]*rolldown-runtime[^>]*><\/script>\s*/, ''),
    },
  }
}

const posts = () => blog(fileURLToPath(new URL('./docs/blog', import.meta.url)))

/** The screens of src/site, run here in Node. */
async function renderPages(): Promise<readonly StaticPage[]> {
  const { module } = await runnerImport<{ renderPages(): Promise<readonly StaticPage[]> }>(
    fileURLToPath(new URL('./src/site/prerender.tsx', import.meta.url)),
    { configFile: false, plugins: [react(), posts()], logLevel: 'warn' },
  )
  return module.renderPages()
}

/**
 * Of a test in Node or jsdom: most take a tenth of a second, and what takes longer than this by its nature says
 * so itself. A shared machine may stand still for seconds: the end of `npm test` names what needed a second try.
 */
const budget = {
  testTimeout: 20_000,
  // A throw-away PostgreSQL starts in a hook.
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  retry: process.env.CI ? 1 : 0,
} as const

/** `npm test` counts over several runs: each leaves its tally in a file. */
async function reporters(): Promise<(string | Reporter)[]> {
  const { TALLY_FILE } = process.env
  if (TALLY_FILE === undefined) return ['default']
  const { tallyReporter } = await import('./tests/support/tally-reporter.ts')
  return ['default', tallyReporter(TALLY_FILE)]
}

async function sequence() {
  if (!process.env.VITEST) return {}
  const { LongFirst } = await import('./tests/support/long-first.ts')
  return { sequencer: LongFirst }
}

export default defineConfig({
  plugins: process.env.VITEST
    ? [react(), posts()]
    : [
        react(),
        posts(),
        tailwindcss(),
        sonnerWithoutStyleElement(),
        packDocuments(),
        withoutRxjs(),
        withoutPreloading(),
        iconsByFile(),
        withoutPointers(),
        inOneByteEach(),
        withoutRuntimeFile(),
        inlineStart(fileURLToPath(new URL('./src/shell/before-the-code.ts', import.meta.url))),
        prerender(renderPages),
        firstLook(),
        demo(),
        precompress(),
        pwa(),
        apiServer(),
        finish(),
      ],
  // `.env` is the server's: with its passwords it may be for another user than the one who builds.
  envDir: false,
  define: {
    'import.meta.env.VITE_WITHDRAWN': JSON.stringify(withdrawn ? 'yes' : 'no'),
    'import.meta.env.VITE_VERSION': JSON.stringify(packageFile.version),
  },
  // React has had it itself for long.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    proxy: Object.fromEntries(apiPaths.map(path => [path, `http://127.0.0.1:${apiPort}`])),
  },
  build: {
    outDir: process.env.BUILD_DIR ?? 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // bench/ reads it to know which files the first visit loads.
    manifest: true,
    assetsInlineLimit: 0,
    // One stylesheet, and few files: nothing is left to load ahead of what names it.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      // Parts that load lazily by design may share a file with what loads at once (docs/decisions/018).
      checks: { ineffectiveDynamicImport: false },
      // Of which one class is used; it does not say so itself.
      treeshake: { moduleSideEffects: [{ test: /apollo3-cache-persist/, sideEffects: false }] },
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: groupFiles() }] },
      },
    },
  },
  test: {
    // Left to itself the runner keeps one core free, which of two is half.
    maxWorkers: '100%',
    reporters: await reporters(),
    sequence: await sequence(),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/{rules,server,offline,cache,contract,network,spec,stub}/**/*.test.{ts,tsx}',
            'tests/architecture.test.ts',
          ],
          setupFiles: ['tests/setup.ts'],
          globalSetup: ['tests/support/server/postgres-for-all.ts'],
          ...budget,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          // Else the address of its stylesheet is empty.
          css: { include: [/sonner/] },
          setupFiles: ['tests/setup.ts', 'tests/setup-screens.ts'],
          ...budget,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles: ['tests/setup.ts'],
          // What stands still fails by its own expectation; a whole test takes a minute where the machine is busy.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Fingers and kills are timed by a browser that may get no processor for a second.
          retry: process.env.CI ? 2 : 1,
        },
      },
    ],
  },
})
