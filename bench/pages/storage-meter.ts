/**
 * What lands in the folders of a browser's profile where pages keep things: all that files grow by, and the whole
 * of those that are new or written anew. The rest of the profile (cookies, history, its own counts) is the
 * browser's and written for every page.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface StorageMeter {
  /** Ends it: bytes since it began. */
  stop(): number
}

interface Seen {
  readonly size: number
  readonly changedAt: number
}

/** The last is where storage buckets lie. */
const folders = ['IndexedDB', 'Local Storage', 'Session Storage', 'Service Worker', 'WebStorage']
/** The browser's own accounts of who may store how much lie among the buckets. */
const accounts = /^QuotaManager/
/** Shorter than what a file lives that is written and removed again. */
const lookEveryMs = 100

export function startStorageMeter(profile: string): StorageMeter {
  let written = 0
  let seen = look()
  const timer = setInterval(count, lookEveryMs)

  function look(): ReadonlyMap<string, Seen> {
    return new Map(folders.flatMap(folder => filesBeneath(join(profile, 'Default', folder))))
  }

  function count(): void {
    const now = look()
    for (const [key, { size, changedAt }] of now) {
      const before = seen.get(key)
      if (before?.changedAt === changedAt && before.size === size) continue
      written += before && size > before.size ? size - before.size : size
    }
    seen = now
  }

  return {
    stop() {
      clearInterval(timer)
      count()
      return written
    },
  }
}

/** A file that was renamed is the same one. */
function filesBeneath(folder: string): readonly (readonly [string, Seen])[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.flatMap(name => {
      if (accounts.test(name)) return []
      const file = statSync(join(folder, name), { throwIfNoEntry: false })
      if (!file?.isFile()) return []
      return [[`${folder} ${file.ino}`, { size: file.size, changedAt: file.mtimeMs }] as const]
    })
  } catch {
    return []
  }
}
