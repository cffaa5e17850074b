/** Whether the browser took no more for want of room on the device. */
export function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
