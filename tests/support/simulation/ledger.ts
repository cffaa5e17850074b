/** What people were told is saved on their devices, and whether each of it can be accounted for. */
import { Kind } from 'graphql'
import { editsByName } from '../../../src/cache/edits/all-edits.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import type { EditVariables, Entry, TrayEntry } from '../../../src/offline/outbox/edit.ts'
import { takenBy } from '../../../src/offline/outbox/tray.ts'
import type { Device } from './device.ts'
import type { Effect } from './effects.ts'

export interface Saved {
  readonly device: Device
  readonly name: string
  readonly variables: EditVariables
  /** Undefined where nothing was left to be sent: made and deleted before any of it left the device. */
  readonly entry: Entry | undefined
}

export interface Ledger {
  readonly saved: readonly Saved[]
  /** The core of the page that is open, watched: gestures go through here. */
  at(device: Device): Offline
  /** The person takes it out of the tray, to try it again or to be rid of it. */
  tryAgain(device: Device, trayId: string): Promise<void>
  discard(device: Device, trayId: string): Promise<void>
  /** What comes out of the tray another way. */
  letGo(row: readonly TrayEntry[]): void
  /**
   * What was said to be saved and is neither on the server, nor superseded, nor in its author's tray; and what was taken
   * back before it left and is on the server.
   */
  unaccounted(effects: readonly Effect[]): readonly Saved[]
  /** What lies in a tray for want of something that never left its author's device, deleted there by them. */
  unfounded(effects: readonly Effect[]): readonly TrayEntry[]
}

export function createLedger(): Ledger {
  /** In the order in which it was done, which is not that in which the disk had it. */
  const performed: Saved[] = []
  const durable = new Set<Saved>()
  /** What a person took out of their tray, by the ids of its entries. */
  const letGo = new Map<string, EditVariables>()

  function letGoAll(row: readonly TrayEntry[]) {
    for (const one of row.flatMap(({ entries }) => entries)) {
      for (const id of takenBy({ entries: [one] })) letGo.set(id, one.variables)
    }
  }

  /** Ids of what was taken back before it left. */
  const withdrawn = new Set<string>()

  const inTray = ({ page }: Device, trayId: string) =>
    page.offline.tray.get().filter(({ id }) => id === trayId)

  const savedNow = () => performed.filter(one => durable.has(one))

  return {
    get saved() {
      return savedNow()
    },
    at(device) {
      const { offline } = device.page
      const watched: Offline = {
        ...offline,
        perform(edit, variables, insteadOf) {
          const done = offline.perform(edit, variables, insteadOf)
          const entry = offline.waiting.get().find(({ id }) => id === done.id)
          const one = { device, name: edit.name, variables, entry }
          performed.push(one)
          return { ...done, durable: done.durable.then(() => void durable.add(one)) }
        },
        withdraw(id) {
          const isGone = offline.withdraw(id)
          if (isGone) withdrawn.add(id)
          return isGone
        },
      }
      return watched
    },
    async tryAgain(device, trayId) {
      const { offline } = device.page
      const before = new Set(offline.waiting.get().map(({ id }) => id))
      letGoAll(inTray(device, trayId))
      const tried = offline.tryAgain(trayId)
      const fresh = offline.waiting.get().filter(({ id }) => !before.has(id))
      await tried
      for (const entry of fresh) {
        const one = { device, name: entry.name, variables: entry.variables, entry }
        performed.push(one)
        durable.add(one)
      }
    },
    async discard(device, trayId) {
      letGoAll(inTray(device, trayId))
      await device.page.offline.discard(trayId)
    },
    letGo: letGoAll,
    unaccounted(effects) {
      const arrived = new Map(effects.map(effect => [effect.token, effect]))
      const saved = savedNow()
      /** What it was when it left the device, or lies or lay in the tray as; undefined where it did neither. */
      function keptAs(one: Saved): EditVariables | undefined {
        const { device, entry } = one
        if (!entry) return
        const effect = arrived.get(entry.id)
        if (effect?.done) return { ...neverSent(one), ...effect.variables }
        const discarded = letGo.get(entry.id)
        if (discarded) return discarded
        const trays = device.page.offline.tray.get().flatMap(one => one.entries)
        const refused = trays.find(one => takenBy({ entries: [one] }).includes(entry.id))?.variables
        // Of many items the tray keeps those that were not done: the server had them all.
        return refused?.items && effect ? { ...refused, items: effect.variables.items } : refused
      }
      return saved.filter((one, at) => {
        if (one.entry && letGo.has(one.entry.id)) return false
        if (one.entry && withdrawn.has(one.entry.id)) return arrived.has(one.entry.id)
        const kept = keptAs(one)
        if (kept) return !contains(kept, one.variables)
        if (one.entry && arrived.has(one.entry.id)) return true
        const later = saved.slice(at + 1).filter(({ device }) => device === one.device)
        return !(isRemoval(one) && !one.entry
          ? true
          : later.some(other => removes(other, one) || isFoldOf(other, one, keptAs(other))))
      })
    },
    unfounded(effects) {
      const arrived = new Set(effects.map(({ token }) => token))
      return savedNow().flatMap(({ device, entry }) => {
        const tray = device.page.offline.tray.get()
        const isKept = entry && tray.some(one => takenBy(one).includes(entry.id))
        if (!entry || arrived.has(entry.id) || letGo.has(entry.id) || isKept) return []
        return tray.filter(({ entries }) => entries.some(one => isAbout(one, entry.creates)))
      })
    },
  }
}

function isAbout({ variables: { items } }: Entry, ids: readonly string[]): boolean {
  return Array.isArray(items) && items.some(item => ids.includes(item.id))
}

/** What is for the prediction alone, such as how a list looked that is brought back: its operation does not take it. */
function neverSent({ name, variables }: Saved): EditVariables {
  const document = editsByName.get(name)?.document
  const taken = document?.definitions.flatMap(one =>
    one.kind === Kind.OPERATION_DEFINITION
      ? (one.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
  return Object.fromEntries(Object.entries(variables).filter(([field]) => !taken?.includes(field)))
}

function contains(whole: EditVariables, part: EditVariables): boolean {
  return Object.entries(part).every(
    ([key, value]) => value === undefined || JSON.stringify(whole[key]) === JSON.stringify(value),
  )
}

function isRemoval({ name }: Saved): boolean {
  return name.startsWith('delete')
}

/** The later edit deleted, on the same device and before anything left it, what the earlier one was about. */
function removes(later: Saved, earlier: Saved): boolean {
  if (!isRemoval(later)) return false
  const { id, ids } = later.variables
  const removed = Array.isArray(ids) ? ids : [id]
  const { items } = earlier.variables
  if (Array.isArray(items) && items.every(item => removed.includes(item.id))) return true
  const about = [...(earlier.entry?.needs ?? []), ...(earlier.entry?.creates ?? [])]
  return about.some(one => removed.includes(one))
}

/** The later edit carried the fields of the earlier one, with its own value where both have one. */
function isFoldOf(later: Saved, earlier: Saved, sent: EditVariables | undefined): boolean {
  if (later.name !== earlier.name || later.variables.id !== earlier.variables.id || !sent)
    return false
  return Object.keys(earlier.variables).every(key => key in sent)
}
