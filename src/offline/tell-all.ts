/**
 * Tells listeners, one after the other. What one of them throws holds up neither the others nor whoever tells:
 * it is thrown where nobody catches it, and so is seen in the console and in the log of the device.
 */
export function tellAll<Args extends readonly unknown[]>(
  listeners: Iterable<(...args: Args) => void>,
  ...args: Args
): void {
  for (const listener of [...listeners]) {
    try {
      listener(...args)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
