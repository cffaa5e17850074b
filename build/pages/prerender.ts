/**
 * Writes the public pages as files beside the app: `/about` as about/index.html and so on, the first page as
 * landing/index.html, since index.html is what the service worker answers every path of the app with. Each is
 * index.html with the page's own HTML within #root, which the app takes over when its code is there, and with the
 * styles in the page itself: on a slow line to ask for them costs a second, before which nothing is painted.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { escapeHtml } from '../../rules/escape-html.ts'
import { originMark } from '../../server/http/origin-mark.ts'
import type { StaticPage } from '../../src/site/prerender.tsx'

export function prerender(render: () => Promise<readonly StaticPage[]>): Plugin {
  return {
    name: 'aisle-prerender',
    apply: 'build',
    // What is written here must be there when the service worker's list of files is made.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return
        const shell = await withStyles(await readFile(join(dir, 'index.html'), 'utf8'), dir)
        const pages = await render()
        for (const page of pages) await write(join(dir, fileOf(page.path)), fill(shell, page))
        await write(join(dir, 'sitemap.xml'), sitemap(pages))
      },
    },
  }
}

async function withStyles(html: string, dir: string): Promise<string> {
  const file = stylesheet.exec(html)?.[1] ?? ''
  return inlineStyles(html, await readFile(join(dir, file), 'utf8'))
}

const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/

/** `styles` in the place of the stylesheet, with its name (src/shell/painting.ts). */
export function inlineStyles(html: string, styles: string): string {
  const inline = html.replace(
    stylesheet,
    (_link, file: string) => `<style data-file="${file}">${styles}</style>`,
  )
  if (inline === html) throw new Error('index.html has no stylesheet: look again.')
  return inline
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function fileOf(path: string): string {
  return path === '/' ? 'landing/index.html' : `${path.slice(1)}/index.html`
}

/** Throws where index.html no longer has what is to be replaced. */
export function fill(shell: string, { path, title, description, html }: StaticPage): string {
  const social = [
    ['og:type', 'website'],
    ['og:site_name', 'Aisle'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${originMark}${path}`],
    ['og:image', `${originMark}/pictures/social.png`],
  ].map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content ?? '')}" />`)
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="canonical" href="${originMark}${path}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...social,
  ].join('\n    ')
  const steps: readonly (readonly [RegExp, string])[] = [
    [/<title>[^<]*<\/title>/, head],
    [
      /(<meta name="description" content=")[^"]*/,
      `$1${escapeHtml(description).replaceAll('$', '$$$$')}`,
    ],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
    [/<p class="first-words"[\s\S]*?<\/p>\s*/, ''],
    // What is read needs no script: it comes once the page was painted (src/shell/before-the-code.ts).
    [
      /<script type="module"(?: crossorigin)? src="([^"]+)"><\/script>/g,
      '<template data-later="$1"></template>',
    ],
    [/<noscript>[\s\S]*?<\/noscript>\s*/, ''],
  ]
  return steps.reduce((page, [place, text]) => {
    if (page.search(place) < 0) throw new Error(`index.html has no ${place.source}: look again.`)
    return text.includes('$1') ? page.replace(place, text) : page.replace(place, () => text)
  }, shell)
}

function sitemap(pages: readonly StaticPage[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${originMark}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
