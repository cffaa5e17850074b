/**
 * The picture of the last screen, as HTML: the page leaves it behind, and the worker answers the next visit with
 * it, so that there is something to see before the code runs (docs/decisions/027-painted-before-the-code.md).
 */
import { withPicture } from '../../../rules/with-picture.ts'

export interface PaintedPage {
  /** Paths with their queries at which this screen is shown. */
  readonly paths: readonly string[]
  /** The scripts and stylesheets that it was drawn with: another version of the app may look otherwise. */
  readonly code: readonly string[]
  /** What lies within #root, as the browser writes it down: names are escaped. */
  readonly html: string
  /** For `src/shell/before-the-code.ts`, which shows it only where all of it still holds. */
  readonly holds: PaintedFor
}

export interface PaintedFor {
  readonly userId: number
  /** The same as this browser remembers, as long as nothing has changed since. */
  readonly mark: string
  /** The window that it was drawn for. */
  readonly look: string
  /** Until when, in ms since 1970. */
  readonly until: number
  readonly title: string
  /** Where the code is to find itself. */
  readonly path: string
}

export interface PaintedPages {
  put(page: PaintedPage): Promise<void>
  /** The one that is kept. */
  get(): Promise<PaintedPage | undefined>
  /** It shows what is not so any more. */
  drop(userId: number): Promise<void>
  /** Leaves nothing of this person, nor of what is still being written, until they are back. */
  wipe(userId: number): Promise<void>
  back(userId: number): void
}

const cacheName = 'aisle-painted'

/** Keeps one page; none where the browser has no such storage (`storage` is undefined), or does not compress. */
export function createPaintedPages(
  storage: Pick<CacheStorage, 'open' | 'has' | 'delete'> | undefined = globalThis.caches,
): PaintedPages {
  const able =
    storage !== undefined && typeof CompressionStream === 'function' ? storage : undefined
  const left = new Set<number>()
  let working: Promise<unknown> = Promise.resolve()

  /** One after the other, so that nothing is written behind a wipe. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = working.then(work, work)
    working = done
    return done
  }

  /** The cache, if there is one: only `put` creates it. */
  async function existing(): Promise<Cache | undefined> {
    return (await able?.has(cacheName)) ? able?.open(cacheName) : undefined
  }

  const drop = (userId: number) =>
    inTurn(async () => {
      const cache = await existing()
      await cache?.delete(keyOf(userId))
      if ((await cache?.keys())?.length === 0) await able?.delete(cacheName)
    })

  return {
    put: page =>
      inTurn(async () => {
        const { userId } = page.holds
        if (able === undefined || left.has(userId)) return
        const cache = await able.open(cacheName)
        const key = keyOf(userId)
        const text = new Blob([JSON.stringify(page)]).stream()
        await cache.put(key, new Response(text.pipeThrough(new CompressionStream('gzip'))))
        for (const { url } of await cache.keys()) {
          if (new URL(url).pathname !== key) await cache.delete(url)
        }
      }),
    async get() {
      const [stored] = (await (await existing())?.matchAll()) ?? []
      if (!stored?.body) return undefined
      const text = stored.body.pipeThrough(new DecompressionStream('gzip'))
      return toPage(await new Response(text).json())
    },
    drop,
    wipe(userId) {
      left.add(userId)
      return drop(userId)
    },
    back: userId => void left.delete(userId),
  }
}

/** The app's page with the picture in it; undefined if the picture was drawn by another version of the app. */
export function paintInto(shell: string, { code, html, holds }: PaintedPage): string | undefined {
  return code.every(file => shell.includes(`"${file}"`))
    ? withPicture(shell, html, holds)
    : undefined
}

function keyOf(userId: number): string {
  return `/painted/${userId}`
}

function toPage(stored: unknown): PaintedPage | undefined {
  const { paths, code, html, holds } = Object(stored)
  const isPage = Array.isArray(paths) && Array.isArray(code) && typeof html === 'string' && holds
  return isPage ? { paths, code, html, holds } : undefined
}
