/** Random gestures of a person at a device, and the faults that befall it, for fast-check. */
import fc from 'fast-check'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { historyOf } from '../../../src/cache/undo/undo.ts'
import { peopleGestures, pickFrom } from '../people-gestures.ts'
import type { Device } from './device.ts'
import { gestures, itemIds, listIds } from './gestures.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Fault } from './sim-network.ts'

/** One thing that happens; what it happens to is chosen by `pick` among what the device shows then. */
export interface Happening {
  readonly device: number
  readonly what: string
  readonly pick: number
  readonly value: number
}

/**
 * `aboutPeople`: they ask, answer, share and hand over besides. `losesDatabase`: the browser deletes all but the second
 * copy of what waits. `takesBack`: by a ledger that knows how (`withUndoables`).
 */
export function anyHappening(
  devices: number,
  { aboutPeople = false, losesDatabase = false, takesBack = false } = {},
): fc.Arbitrary<Happening> {
  const { loseDatabase, undo, undoAny, ...usual } = befalls
  const withPeople = [...Object.keys(peopleGestures), 'join', 'takeAddress']
  return fc.record({
    device: fc.nat(devices - 1),
    what: fc.oneof(
      { weight: aboutPeople ? 15 : 0, arbitrary: fc.constantFrom(...withPeople) },
      { weight: takesBack ? 4 : 0, arbitrary: fc.constantFrom('undo', 'undoAny', 'bringBack') },
      { weight: 5, arbitrary: fc.constant('add') },
      { weight: 4, arbitrary: fc.constantFrom('tick', 'tickBehindFrame') },
      { weight: 10, arbitrary: fc.constantFrom(...Object.keys(gestures)) },
      {
        weight: 8,
        arbitrary: fc.constantFrom(
          ...Object.keys(losesDatabase ? { ...usual, loseDatabase } : usual),
        ),
      },
    ),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
}

/** Where it happens. */
export interface Scene {
  readonly devices: readonly Device[]
  readonly ledger: Ledger
  /** Where two people share lists: one of the lists is shared with the other, differently or no more. */
  readonly permit?: (happening: Happening) => Promise<void>
  /** Where several people are there. */
  readonly people?: {
    readonly emails: readonly string[]
    /** Whoever is at the device opens a link. */
    join(device: number, inviteId: string): Promise<void>
    /** The address of whoever is at the device becomes this one, if nobody has it. */
    takeAddress(device: number, email: string): Promise<void>
  }
}

export async function happen(
  devices: readonly Device[],
  happening: Happening,
  scene: Omit<Scene, 'devices'> = { ledger: createLedger() },
): Promise<void> {
  const device = devices[happening.device]
  if (!device) return
  const gesture = gestures[happening.what]
  const aboutPeople = scene.people && peopleGestures[happening.what]
  if (gesture) {
    await untilStored(device, gesture(scene.ledger.at(device), happening, scene.ledger))
  } else if (aboutPeople) {
    const done = aboutPeople(scene.ledger.at(device), happening, scene.people.emails)
    await untilStored(device, done)
  } else await befalls[happening.what]?.(device, happening, { ...scene, devices })
}

/** Whoever does the next thing does not wait for a slow frame, behind which it is stored. */
async function untilStored(device: Device, stored: Promise<unknown> | undefined): Promise<void> {
  if (device.page.isFrameSlow) stored?.catch(() => {})
  else await stored
}

/** Names of all that a person can do here. */
export function gestureNames(): readonly string[] {
  return Object.keys(gestures)
}

/** Nothing says when the disk has it. */
const untilTakenBack = (device: Device) => device.rest(100)

type Befall = (device: Device, happening: Happening, scene: Scene) => Promise<void> | void

const befalls: Readonly<Record<string, Befall>> = {
  connect: device => device.setConnected(true),
  disconnect: device => device.setConnected(false),
  fault: (device, { value }) => {
    const faults: Fault[] = [
      'lost',
      'answer-lost',
      'doubled',
      'server-error',
      'late',
      'signed-out',
      'busy',
    ]
    device.page.network.faults.push(faults[value % faults.length] ?? 'lost')
  },
  lateArrives: device => device.page.network.releaseLate(),
  refresh: device => {
    void device.page.offline.refresh()
  },
  hardRefresh: device => {
    void device.page.offline.refresh({ hard: true })
  },
  sendNow: device => {
    void device.page.offline.sendNow()
  },
  hide: device => device.page.visible.set(false),
  show: device => device.page.visible.set(true),
  /** As on a screen, which shows it by itself. */
  tickBehindFrame: async (device, { pick, value }, { ledger }) => {
    const offline = ledger.at(device)
    const ids = listIds(offline).flatMap(listId => itemIds(offline, listId))
    const id = pickFrom(ids, pick)
    if (id === undefined) return
    const variables = { id, purchased: value % 3 > 0 }
    device.page.isFrameSlow ||= value % 4 > 0
    const done = new Promise<void>((resolve, reject) =>
      offline.afterPaint(
        () => void offline.perform(tickItem, variables).durable.then(resolve, reject),
      ),
    )
    await untilStored(device, done)
  },
  /** Somebody sets the device's clock, by up to eight hours either way. */
  setClock: ({ clock }, { value }) => clock.set(clock.now() + (value - 500) * 60_000),
  wait: (device, { value }) => device.rest(value * 10),
  tryAgain: async (device, { pick }, { ledger }) => {
    const found = pickFrom(device.page.offline.tray.get(), pick)
    if (found) await ledger.tryAgain(device, found.id)
  },
  discard: async (device, { pick }, { ledger }) => {
    const found = pickFrom(device.page.offline.tray.get(), pick)
    if (found) await ledger.discard(device, found.id)
  },
  /** Where what is done can be taken back. */
  undo: async (device, _happening, { ledger }) => {
    const history = historyOf(ledger.at(device))
    await history?.read
    history?.undoLast()
    await untilTakenBack(device)
  },
  undoAny: async (device, { pick }, { ledger }) => {
    const history = historyOf(ledger.at(device))
    await history?.read
    history?.undo(pickFrom(history.all(), pick)?.id ?? '')
    await untilTakenBack(device)
  },
  permit: (_device, happening, { permit }) => permit?.(happening),
  join: async (_device, { device, pick }, { ledger, people }) => {
    const links = ledger.saved.filter(({ name }) => name === 'createShareLink')
    const inviteId = pickFrom(links, pick)?.variables.inviteId
    if (typeof inviteId === 'string') await people?.join(device, inviteId)
  },
  takeAddress: async (_device, { device, pick }, { people }) => {
    const email = pickFrom(people?.emails ?? [], pick)
    if (email) await people?.takeAddress(device, email)
  },
  kill: async device => {
    device.kill()
    await device.openPage()
  },
  /** Some time after the last edit: until then it is not said to be kept. */
  loseDatabase: async device => {
    await device.rest(300)
    device.kill()
    device.disk.loseDatabase()
    await device.openPage()
  },
}
