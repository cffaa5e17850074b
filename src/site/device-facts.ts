/** What /inspect says of this device: each line a name and its value, none with a name or text of a person. */
import type { Identity } from '../network/session/identity.ts'
import type { Offline } from '../offline/offline.ts'
import type { ShellState } from '../offline/worker/shell-check.ts'

export interface Fact {
  readonly title: string
  readonly value: string
}

export interface Measured {
  readonly shell: ShellState
  /** Of the browser's storage, in bytes; undefined if it does not tell. */
  readonly used: number | undefined
  readonly quota: number | undefined
  readonly lasting: boolean
}

interface DeviceFactsParts {
  readonly version: string
  readonly identity: Pick<Identity, 'browserId' | 'knownUserId' | 'tabId' | 'userToken'>
  readonly offline: Pick<Offline, 'sync' | 'tray'> | undefined
  readonly measured: Measured | undefined
  readonly userAgent: string
  readonly flags: readonly string[]
}

const workerTitles: Readonly<Record<ShellState, string>> = {
  complete: 'runs, the app is on this device',
  incomplete: 'does not have the whole app',
  unsupported: 'this browser has none, or this is a private window',
  insecure: 'not at an address without https',
  demo: 'answers the demo, and keeps no files',
}

export function deviceFacts(parts: DeviceFactsParts): readonly Fact[] {
  const { version, identity, offline, measured, userAgent, flags } = parts
  const sync = offline?.sync.get()
  return [
    { title: 'Version', value: version },
    { title: 'Account', value: String(identity.knownUserId() ?? 'none known') },
    { title: 'User token', value: identity.userToken },
    { title: 'Browser', value: identity.browserId },
    { title: 'Tab', value: identity.tabId },
    { title: 'Changes waiting', value: String(sync?.waiting ?? 0) },
    { title: 'Could not be saved', value: String(offline?.tray.get().length ?? 0) },
    { title: 'Last contact', value: momentOf(sync?.lastContactAt) },
    { title: 'Lists as of', value: momentOf(sync?.caughtUpAt) },
    { title: 'Storage', value: measured ? storageTitle(measured) : 'Looking…' },
    { title: 'Service worker', value: measured ? workerTitles[measured.shell] : 'Looking…' },
    { title: 'Flags', value: flags.length > 0 ? flags.join(', ') : 'none' },
    { title: 'Browser says', value: userAgent },
  ]
}

function momentOf(at: number | undefined): string {
  return at === undefined ? 'never' : new Date(at).toISOString()
}

function storageTitle({ used, quota, lasting }: Measured): string {
  const promise = lasting ? 'kept for good' : 'may be cleared by the browser'
  if (used === undefined || quota === undefined) return promise
  return `${megabytes(used)} of ${megabytes(quota)} MB, ${promise}`
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })
}

/** Asks the browser; what it does not tell is left out. */
export async function measureDevice(
  storage: StorageManager | undefined,
  look: () => Promise<ShellState>,
): Promise<Measured> {
  const [estimate, lasting, shell] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => false),
    look().catch((): ShellState => 'unsupported'),
  ])
  return { shell, used: estimate?.usage, quota: estimate?.quota, lasting: lasting ?? false }
}
