import type { Plugin } from 'vite'

/**
 * sonner puts a style element into the page, which the Content-Security-Policy refuses with an error in the
 * console; src/ui/toasts/toaster.tsx loads the same rules as a stylesheet.
 */
export function sonnerWithoutStyleElement(): Plugin {
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
