/** What SQLite keeps beside a database: it belongs to that very file, and damages another one of its name. */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'

/** What is not in the file yet, an index of that, and what takes half a change back. */
const endings = ['-wal', '-shm', '-journal'] as const

/**
 * Gives the companions of `file` those names that belong to `kept`, so that SQLite finds them together with it
 * and nowhere else. Answers where they lie now, in full; nothing where there are none.
 */
export async function moveCompanions(file: string, kept: string): Promise<readonly string[]> {
  const moved: string[] = []
  for (const ending of endings) {
    if (!existsSync(`${file}${ending}`)) continue
    await rename(`${file}${ending}`, `${kept}${ending}`)
    moved.push(`${kept}${ending}`)
  }
  return moved
}
