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
  /** Whether a version after this one is being stored already, or waits. */
  readonly isFollowed: () => boolean
}

/** The place in the cache where a version leaves the lists of files for its successor, the newest first. */
const fileListKey = '/shell-files'
const versionsKept = 3

/** Deletes what is older; answers whether there was any version before this one. */
export async function forgetOldShells({
  cache,
  ownKeys,
  isFollowed,
}: KeptShells): Promise<boolean> {
  const before = await versionsBefore(cache)
  const others = before.filter(keys => keys.join() !== ownKeys.join())
  const versions = [ownKeys, ...others].slice(0, versionsKept)
  // First: a worker may be ended in between, and its successor has to know whose files these are.
  await cache.put(fileListKey, Response.json(versions))
  const kept = new Set(versions.flat())
  const stored = await cache.keys()
  // What the next version has stored stands on no list yet, and it would go without what is deleted now: it clears up
  // when its turn has come.
  for (const request of isFollowed() ? [] : stored) {
    const isList = request.url.endsWith(fileListKey)
    if (!isList && !kept.has(request.url)) await cache.delete(request)
  }
  return before.length > 0
}

async function versionsBefore(cache: Pick<Cache, 'match'>): Promise<readonly Version[]> {
  const stored: unknown = await (await cache.match(fileListKey))?.json()
  if (!Array.isArray(stored)) return []
  // Once it was the list of the one version before.
  return stored.every(key => typeof key === 'string') ? [stored] : stored
}
