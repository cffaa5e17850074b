import type { Plugin } from 'vite'

/** What waits for stylesheets of late code; here all lies in one that every page has. */
export function withoutPreloading(): Plugin {
  return {
    name: 'aisle-without-preloading',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined,
  }
}
