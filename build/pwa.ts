/** What makes the app installable: its manifest, and its worker with the list of files that it stores. */
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { neverKept } from './files/never-kept.ts'

/** `withdrawn`: its worker takes itself off the devices (docs/decisions/008-service-worker.md). */
export function pwa(withdrawn: boolean) {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline/worker',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    // src/offline/worker/update.ts registers it: an inline script would need a hole in the Content-Security-Policy.
    injectRegister: false,
    selfDestroying: withdrawn,
    manifest,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,html,svg,webmanifest}'],
      // The public pages are for people whose browser does not have the app yet. A browser that installs the app fetches
      // its icons itself, and for a notice past the worker.
      globIgnores: [
        ...neverKept.map(name => `**/${name}-*.js`),
        'mockServiceWorker.js',
        '*/**/*.html',
      ],
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
  })
}

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
