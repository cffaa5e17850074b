/** The worker's side of shell-check.ts: which files of the app are stored, and the fetching of those that are not. */
import { isOurs } from './shell-file.ts'

export const askShell = 'SHELL_STATE'
export const completeShell = 'COMPLETE_SHELL'

export interface ShellKeeper {
  /** True where every file of this version is stored; undefined for other messages. */
  answer(question: unknown): Promise<boolean> | undefined
}

interface ShellKeeperParts {
  readonly openCache: () => Promise<Pick<Cache, 'match' | 'put'>>
  /** Address of each file → the key that it is stored under. */
  readonly files: ReadonlyMap<string, string>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export function createShellKeeper({ openCache, files, fetch }: ShellKeeperParts): ShellKeeper {
  async function missing(): Promise<readonly (readonly [string, string])[]> {
    const cache = await openCache()
    const stored = await Promise.all([...files.values()].map(key => cache.match(key)))
    return [...files].filter((_file, at) => stored[at] === undefined)
  }

  async function complete(): Promise<boolean> {
    const cache = await openCache()
    for (const [url, key] of await missing()) {
      const response = await fetch(url, { cache: 'reload' }).catch(() => undefined)
      if (response && (await isOurs(new URL(url).pathname, response)))
        await cache.put(key, response)
    }
    return (await missing()).length === 0
  }

  return {
    answer(question) {
      if (question === askShell) return missing().then(files => files.length === 0)
      return question === completeShell ? complete() : undefined
    },
  }
}
