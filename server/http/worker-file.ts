/**
 * The worker's list of files, where the page has other headers than the build knows of. A device keeps the page with
 * the headers that it came with: a captcha that is turned on later would be forbidden there, and nobody could sign in,
 * for as long as the build stays the same. Under another revision the page is fetched anew, as with any new version.
 */
import { createHash } from 'node:crypto'

export const workerFile = 'service-worker.js'

/** `allowed`: the other servers that the page may speak to, by its headers; without them it is as it was built. */
export function withPageOf(worker: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return worker
  const mark = createHash('sha256').update(allowed.join(' ')).digest('hex').slice(0, 8)
  return worker.replace(
    pageInList,
    (_whole, before: string, after: string) => before + mark + after,
  )
}

/** `{"revision":"0123…","url":"index.html"}`, in whatever quotes. */
const pageInList = /(revision["'`]?:\s*["'`]\w+)(["'`],\s*["'`]?url["'`]?:\s*["'`]index\.html["'`])/
