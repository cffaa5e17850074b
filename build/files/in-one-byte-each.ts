/**
 * A script with one character beyond Latin-1 is kept by the browser in two bytes for each of its characters: some
 * hundred quotation marks cost a page 1.1 MB. They are written as escapes, which mean the same in texts and patterns.
 */
import type { Plugin } from 'vite'

export function inOneByteEach(): Plugin {
  return {
    name: 'aisle-in-one-byte-each',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = withEscapes(file.code)
      }
    },
  }
}

function withEscapes(code: string): string {
  return code.replace(
    /[\u0100-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
