import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { runnerImport } from 'vite'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { apiServer } from './build/api-server.ts'
import { groupFiles } from './build/files/group-files.ts'
import { iconsByFile } from './build/files/icons-by-file.ts'
import { inOneByteEach } from './build/files/in-one-byte-each.ts'
import { precompress } from './build/files/precompress.ts'
import { sonnerWithoutStyleElement } from './build/files/sonner-without-style-element.ts'
import { withoutPointers } from './build/files/without-pointers.ts'
import { withoutPreloading } from './build/files/without-preloading.ts'
import { withoutRuntimeFile } from './build/files/without-runtime-file.ts'
import { withoutRxjs } from './build/files/without-rxjs.ts'
import { finish } from './build/finish.ts'
import { packDocuments } from './build/pack-documents.ts'
import { blog } from './build/pages/blog.ts'
import { demo } from './build/pages/demo.ts'
import { firstLook } from './build/pages/first-look.ts'
import { inlineStart } from './build/pages/inline-start.ts'
import { prerender } from './build/pages/prerender.ts'
import { pwa } from './build/pwa.ts'
import packageFile from './package.json' with { type: 'json' }
import { buildFolder } from './server/build-folder.ts'
import { digestOfSources, shownDigest } from './server/build-sources.ts'
import type { StaticPage } from './src/site/prerender.tsx'

const apiPort = process.env.PORT ?? '3000'
const apiPaths = ['/graphql', '/auth', '/csrftoken', '/settings.json', '/healthz', '/v1']

/** The kill switch: `WITHDRAW_WORKER=1 npm run build` (docs/decisions/008-service-worker.md). */
const withdrawn = process.env.WITHDRAW_WORKER === '1'

/** Between two releases all builds have one number. */
const sources = shownDigest(digestOfSources(fileURLToPath(new URL('.', import.meta.url))))

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
        pwa(withdrawn),
        apiServer(apiPort),
        finish(),
      ],
  // `.env` is the server's: with its passwords it may be for another user than the one who builds.
  envDir: false,
  define: {
    'import.meta.env.VITE_WITHDRAWN': JSON.stringify(withdrawn ? 'yes' : 'no'),
    'import.meta.env.VITE_VERSION': JSON.stringify(`${packageFile.version}+${sources}`),
  },
  resolve: {
    alias: [
      // React has had it itself for long.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // The same without promises of its own, which every browser has.
      { find: /^localforage$/, replacement: 'localforage/dist/localforage.nopromises.js' },
      // The same as it was written: its package offers it for browsers of 2015.
      { find: /^workbox-window$/, replacement: 'workbox-window/Workbox.js' },
    ],
  },
  server: {
    proxy: Object.fromEntries(apiPaths.map(path => [path, `http://127.0.0.1:${apiPort}`])),
  },
  build: {
    outDir: buildFolder(import.meta.dirname),
    target: 'es2023',
    // bench/ reads it to know which files the first visit loads.
    manifest: true,
    assetsInlineLimit: 0,
    // One stylesheet, and few files: nothing is left to load ahead of what names it.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      // Parts that load lazily by design may share a file with what loads at once (docs/decisions/018).
      // And on a slow machine the first thing that `npm start` says would be how long each plugin took.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
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
