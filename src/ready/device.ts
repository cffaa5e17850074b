/** What the browser promises of this device: to keep what is stored, and to open the app without a network. */
import { createShellCheck, type ShellState } from '../offline/worker/shell-check.ts'

export interface Device {
  /** Whether the browser has promised to keep what is stored when space runs short. */
  isLasting(): Promise<boolean>
  /** Asks for that promise. */
  makeLasting(): Promise<boolean>
  /** Whether the app is complete on the device. */
  shell(): Promise<ShellState>
  completeShell(): Promise<ShellState>
}

// Some browsers refuse even to be asked, as in a private window: that promises nothing.
const no = () => false
const unsupported = (): ShellState => 'unsupported'

export function createDevice(navigator: Navigator, isDemo: boolean): Device {
  // Both are missing in old browsers and on pages without https.
  const storage = 'storage' in navigator ? navigator.storage : undefined
  const check = createShellCheck(
    'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    isDemo,
  )
  return {
    isLasting: async () => (await storage?.persisted?.().catch(no)) ?? false,
    makeLasting: async () => (await storage?.persist?.().catch(no)) ?? false,
    shell: () => check.look().catch(unsupported),
    completeShell: () => check.complete().catch(unsupported),
  }
}
