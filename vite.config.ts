import { type ChildProcess, spawn } from 'node:child_process'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const apiPort = process.env.PORT ?? '3000'
const apiPaths = ['/graphql', '/auth', '/csrftoken', '/settings.json', '/healthz', '/v1']

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
      child = spawn(process.execPath, ['--watch', 'server/main.ts'], {
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
 * console; src/ui/toaster.tsx loads the same rules as a stylesheet.
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
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
  })
}

/**
 * Of a test in Node or jsdom: most take a tenth of a second, and what takes longer than this by its nature says
 * so itself. A shared machine may stand still for seconds: the end of `npm test` names what needed a second try.
 */
const budget = {
  testTimeout: 20_000,
  // A throw-away PostgreSQL starts in a hook.
  hookTimeout: 30_000,
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

export default defineConfig({
  plugins: process.env.VITEST
    ? [react()]
    : [react(), tailwindcss(), sonnerWithoutStyleElement(), pwa(), apiServer()],
  define: { 'import.meta.env.VITE_WITHDRAWN': JSON.stringify(withdrawn ? 'yes' : 'no') },
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
    modulePreload: { polyfill: false },
  },
  test: {
    // Left to itself the runner keeps one core free, which of two is half.
    maxWorkers: '100%',
    reporters: await reporters(),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/{rules,server,offline,cache,contract,network}/**/*.test.{ts,tsx}',
            'tests/architecture.test.ts',
          ],
          setupFiles: ['tests/setup.ts'],
          globalSetup: ['tests/support/postgres-for-all.ts'],
          ...budget,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
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
          // One browser at a time: what is measured is the product, not the machine.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Fingers and kills are timed by a browser that may get no processor for a second; on a machine of
          // one's own a noisy test fails at once.
          retry: process.env.CI ? 2 : 0,
        },
      },
    ],
  },
})
