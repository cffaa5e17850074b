/** The built browser app: read once, compressed once, found by exact name, so that no path can lead elsewhere. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Context } from 'hono'
import { isScreen } from '../../rules/screens.ts'
import { withPicture } from '../../rules/with-picture.ts'
import { chooseEncoding, compress, type Encoding } from './compression.ts'
import { type FirstLook, type FirstLookParts, firstLookFile } from './first-look.ts'
import { originMark } from './origin-mark.ts'
import { withPageOf, workerFile } from './worker-file.ts'

export interface Assets {
  /**
   * The file of this path, the page for a screen of the app, the first page as 404 for what is neither, or
   * undefined. `forWho` is what the page of a signed-in screen holds for who asks, or undefined.
   */
  serve(c: Context, forWho?: () => Promise<ForWho | undefined>): Promise<Response | undefined>
  /** Hashes of what the page has inline, for the Content-Security-Policy. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
  /** What this build leaves for a first look at a list, if it does. */
  readonly firstLook: FirstLookParts | undefined
}

export interface ForWho {
  /** At the end of the page. */
  readonly html: string
  readonly look: FirstLook | undefined
}

interface Asset {
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
}

const page = '/index.html'

/** The first page as HTML, for browsers that do not have the app yet (build/pages/prerender.ts). */
const firstPage = '/landing/index.html'
const posts = '/blog/index.html'
/** Where whoever is signed in begins. */
const signedInScreens = /^\/(product|app)(\/|$)/

/**
 * An empty or missing folder serves nothing; `origin` is the address that people type, empty if it is unknown;
 * `allowed` are the other servers that the page may speak to, by its headers.
 */
export async function loadAssets(
  folder: string,
  origin = '',
  allowed: readonly string[] = [],
): Promise<Assets> {
  const assets = new Map<string, Asset>()
  const files = await filesBeneath(folder)
  for (const path of files) {
    if (isSmallForm(path)) continue
    assets.set(
      `/${path.split(sep).join('/')}`,
      await readAsset(folder, path, {
        origin,
        allowed,
        hasSmallForm: files.includes(`${path}.br`),
      }),
    )
  }
  const htmlOf = async (path: string) =>
    new TextDecoder().decode(await assets.get(path)?.body('identity'))
  const html = await htmlOf(page)
  const first = await htmlOf(firstPage)
  // The public pages hold the same script, and their styles as well.
  const inline = `${html}${first}`
  const withStyles = inlineStyles(html, first)
  const needed = neededFiles(withStyles)

  return {
    scriptHashes: inlineHashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    firstLook: await readFile(join(folder, firstLookFile), 'utf8').then(
      JSON.parse,
      () => undefined,
    ),
    styleHashes: inlineHashes(inline, /<style[^>]*>([\s\S]*?)<\/style>/g),
    async serve(c, forWho) {
      const path = decodePath(c.req.path)
      const asset =
        assets.get(path === '/' ? firstPage : path) ??
        assets.get(`${path.replace(/\/$/, '')}/index.html`) ??
        (path === '/' || isScreen(path) ? assets.get(page) : undefined)
      if (asset !== undefined) {
        const theirs =
          signedInScreens.test(path) && !assets.has(path) ? await forWho?.() : undefined
        return theirs === undefined
          ? answer(c, asset, 200)
          : answerWith(c, withStyles, needed, theirs)
      }
      if (looksLikeFile(path)) return undefined
      // What is no post shows the posts, as in the app.
      const instead = assets.get(path.startsWith('/blog/') ? posts : firstPage) ?? assets.get(page)
      return instead && answer(c, instead, 404)
    },
  }
}

/**
 * The page with the styles of the first page in the place of its stylesheet: on a slow line they come while the
 * browser still asks for the rest.
 */
function inlineStyles(html: string, first: string): string {
  const [styles, file] = /<style data-file="([^"]+)">[\s\S]*?<\/style>/.exec(first) ?? []
  return html.replace(/<link rel="stylesheet"[^>]* href="([^"]+)">/, (link, its: string) =>
    styles !== undefined && its === file ? styles : link,
  )
}

/** Nothing of it is kept on the way. */
async function answerWith(
  c: Context,
  html: string,
  needed: Readonly<Record<string, string>>,
  { html: atEnd, look }: ForWho,
): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'))
  const painted = look && withPicture(html, look.html, look.holds)
  const text = (painted ?? html).replace('</body>', () => `${atEnd}</body>`)
  const body = await compress(new TextEncoder().encode(text), encoding, 'now')
  return c.body(body, 200, {
    'Content-Type': 'text/html; charset=utf-8',
    ...needed,
    'Cache-Control': 'no-store',
    'Content-Length': String(body.byteLength),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  })
}

/**
 * The header that names the code of the first screen: a browser asks for them when the answer begins to come,
 * which on a slow line is long before it can read as much in the page.
 */
function neededFiles(html: string): Readonly<Record<string, string>> {
  const files = new Set(html.match(/\/assets\/[\w.-]+\.js\b/g))
  const named = [...files].map(file => `<${file}>; rel=modulepreload; crossorigin`)
  return named.length > 0 ? { Link: named.join(', ') } : {}
}

async function answer(c: Context, asset: Asset, status: 200 | 404): Promise<Response> {
  const headers: Record<string, string> = {
    'Content-Type': asset.type,
    'Cache-Control': asset.cacheControl,
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
  }
  if (status === 200 && c.req.header('If-None-Match')?.includes(asset.etag))
    return c.body(null, 304, headers)
  const encoding = isCompressible(asset.type)
    ? chooseEncoding(c.req.header('Accept-Encoding'))
    : 'identity'
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  const body = await asset.body(encoding)
  headers['Content-Length'] = String(body.byteLength)
  return c.body(body, status, headers)
}

/** Made by the build (build/files/precompress.ts): of what has a hash in its name, so that it cannot be of another time. */
function isSmallForm(path: string): boolean {
  return /^assets[\\/].*\.br$/.test(path)
}

interface Served {
  readonly origin: string
  readonly allowed: readonly string[]
  readonly hasSmallForm: boolean
}

async function readAsset(
  folder: string,
  path: string,
  { origin, allowed, hasSmallForm }: Served,
): Promise<Asset> {
  const stored = await readFile(join(folder, path))
  const plain = asServed(path, stored, { origin, allowed })
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  /** A build under a running server takes the files of this one away, also one that fails half-way. */
  const readSmallForm = () =>
    readFile(join(folder, `${path}.br`)).then(
      bytes => new Uint8Array(bytes),
      () => compress(plain, 'br', 'once'),
    )
  return {
    type: types.get(extname(path)) ?? 'application/octet-stream',
    // Only what has a hash in its name can never change.
    cacheControl: /^assets[\\/].*-[\w-]{8,}\.\w+$/.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    // Weak, since the compressed forms share it.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    body(encoding) {
      const known =
        made.get(encoding) ??
        (hasSmallForm && encoding === 'br' ? readSmallForm() : compress(plain, encoding, 'once'))
      made.set(encoding, known)
      return known
    },
  }
}

function asServed(
  path: string,
  stored: Buffer<ArrayBuffer>,
  { origin, allowed }: Pick<Served, 'origin' | 'allowed'>,
): Buffer<ArrayBuffer> {
  const text = () => stored.toString('utf8')
  if (path === workerFile) return Buffer.from(withPageOf(text(), allowed))
  return /\.(html|xml|txt)$/.test(path) ? Buffer.from(withOrigin(text(), origin)) : stored
}

/** Where the address is unknown, nothing names it: to a search engine an address without a host is a fault. */
function withOrigin(text: string, origin: string): string {
  const known = origin === '' ? text.replace(linesThatNameIt, '') : text
  return known.replaceAll(originMark, origin)
}

const linesThatNameIt = new RegExp(
  `^ *(<link|<meta|<url>|Sitemap:).*${originMark.replaceAll('.', '\\.')}.*\n?`,
  'gm',
)

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xml', 'application/xml; charset=utf-8'],
  ['.map', 'application/json'],
])

function isCompressible(type: string): boolean {
  return /^text\/|json|svg|xml/.test(type)
}

/** A missing file must not be answered with a page: an old tab would run HTML as a script. */
function looksLikeFile(path: string): boolean {
  return path.startsWith('/assets/') || types.has(extname(path))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function inlineHashes(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

async function filesBeneath(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return (
    entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
      // Vite's manifest, for whoever measures the build.
      .filter(path => !path.split(sep).some(part => part.startsWith('.')))
  )
}
