import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory where the machine has room there: thousands of commits need not reach a disk in a test. */
export function quickFolder(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    // Containers often have 64 MB there, which a few large lists at once would fill.
    return bavail * bsize > 1e9 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
