import { accessSync, constants } from 'node:fs'

/** Whether a program lies there that may be started. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
