/**
 * Which files of the app stay stored when a version takes over: its own, and those of the two before it. A tab
 * may run an older version for days, while its neighbours agree to one update after the other, and loads the
 * parts that it has not needed yet from here.
 */
type Version = readonly string[]

interface KeptShells {
  readonly cache: Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>
  /** Under which this version's files are stored. */
  readonly ownKeys: Version
}

/** The place in the cache where a version leaves the lists of files for its successor, the newest first. */
const fileListKey = '/shell-files'
const versionsKept = 3

/** Deletes what is older; answers whether there was any version before this one. */
export async function forgetOldShells({ cache, ownKeys }: KeptShells): Promise<boolean> {
  const before = await versionsBefore(cache)
  const others = before.filter(keys => keys.join() !== ownKeys.join())
  const versions = [ownKeys, ...others].slice(0, versionsKept)
  const kept = new Set(versions.flat())
  for (const request of await cache.keys()) {
    if (!kept.has(request.url)) await cache.delete(request)
  }
  await cache.put(fileListKey, Response.json(versions))
  return before.length > 0
}

async function versionsBefore(cache: Pick<Cache, 'match'>): Promise<readonly Version[]> {
  const stored: unknown = await (await cache.match(fileListKey))?.json()
  if (!Array.isArray(stored)) return []
  // Once it was the list of the one version before.
  return stored.every(key => typeof key === 'string') ? [stored] : stored
}
