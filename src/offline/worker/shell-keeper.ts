/** The worker's side of shell-check.ts: which files of the app are stored, and the fetching of those that are not. */
import { isOurs } from './shell-file.ts'

export const askShell = 'SHELL_STATE'
export const completeShell = 'COMPLETE_SHELL'

export interface ShellKeeper {
  /** True where every file of this version is stored; undefined for other messages. */
  answer(question: unknown): Promise<boolean> | undefined
  /** Stores what is missing, once at a time; true where every file is stored then. */
  complete(): Promise<boolean>
  /** The page has the same address in every version: one that asks for other files than these would never start. */
  isOfThisVersion(response: Response): Promise<boolean>
}

interface ShellKeeperParts {
  readonly openCache: () => Promise<Pick<Cache, 'match' | 'put'>>
  /** Address of each file → the key that it is stored under. */
  readonly files: ReadonlyMap<string, string>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export function createShellKeeper({ openCache, files, fetch }: ShellKeeperParts): ShellKeeper {
  const paths = new Set([...files.keys()].map(url => new URL(url).pathname))
  let completing: Promise<boolean> | undefined

  async function missing(): Promise<readonly (readonly [string, string])[]> {
    const cache = await openCache()
    const stored = await Promise.all([...files.values()].map(key => cache.match(key)))
    return [...files].filter((_file, at) => stored[at] === undefined)
  }

  async function completeOnce(): Promise<boolean> {
    const cache = await openCache()
    for (const [url, key] of await missing()) {
      const { pathname } = new URL(url)
      const response = await fetch(url, { cache: 'reload' }).catch(() => undefined)
      if (response && (await isOurs(pathname, response)) && (await isOfThisVersion(response)))
        // A full device takes the small ones, perhaps.
        await cache.put(key, response).catch(() => {})
    }
    return (await missing()).length === 0
  }

  async function isOfThisVersion(response: Response): Promise<boolean> {
    if (!response.headers.get('content-type')?.startsWith('text/html')) return true
    const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
    return named.every(path => paths.has(path))
  }

  function complete(): Promise<boolean> {
    completing ??= completeOnce().finally(() => {
      completing = undefined
    })
    return completing
  }

  return {
    answer(question) {
      if (question === askShell) return missing().then(files => files.length === 0)
      return question === completeShell ? complete() : undefined
    },
    complete,
    isOfThisVersion,
  }
}
