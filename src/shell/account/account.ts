/**
 * Whose lists are open on this page. Follows the session: one person's stores at a time, another's are never
 * shown (spec sections 10.1 to 10.3).
 */
import type { KeyValue } from '../../network/key-value.ts'
import type { Session } from '../../network/session/session.ts'
import { systemClock } from '../../offline/clock.ts'
import type { Offline } from '../../offline/offline.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import { inTime } from '../../offline/storage/in-time.ts'

export interface AccountState {
  /** The open stores; undefined if nobody is known, or while they open. */
  readonly offline: Offline | undefined
  /** False until the server has said once whether somebody is signed in, or did not answer. */
  readonly checked: boolean
  /** The stores would not open. */
  readonly failed: boolean
  /** Somebody left, and the browser did not let go of all that was kept for them. */
  readonly leftBehind: boolean
}

export interface Account {
  readonly state: Readable<AccountState>
  /** Opens what is on the device for the known person; resolves when it can be drawn, network or not. */
  open(): Promise<void>
  /** Asks the server who is signed in, in the background. */
  check(): Promise<void>
  /** Signs out and leaves nothing of the person on the device; if that failed, `leftBehind` says so. */
  leave(): Promise<void>
  /** Tries again to remove what was left behind. */
  clean(): Promise<void>
}

interface AccountParts {
  readonly session: Session
  readonly openOffline: (userId: number) => Promise<Offline>
  /** Removes all that the device keeps of a person, open or not. */
  readonly wipe: (userId: number) => Promise<void>
  /** Remembers who are being left until nothing of them is there any more, whatever happens to this page. */
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
}

const leftKey = 'aisle.left-user'
/** A database that another window holds open is removed when that window closes, which may be never. */
const wipingMs = 10_000
/** What another tab writes to localStorage is seen in this one a moment later than what it posts. */
const tellingMs = 1_000

export function createAccount({ session, openOffline, wipe, memory }: AccountParts): Account {
  const state = createReadable<AccountState>({
    offline: undefined,
    checked: false,
    failed: false,
    leftBehind: left().size > 0,
  })
  let following: Promise<void> = Promise.resolve()
  let leaving = false

  function change(part: Partial<AccountState>) {
    state.set({ ...state.get(), ...part })
  }

  /** One after the other, so that two quick changes of the session never open two stores. */
  function follow(): Promise<void> {
    following = following.then(followOnce, followOnce)
    return following
  }

  async function followOnce() {
    if (leaving) return
    const { user, status } = session.state.get()
    const open = state.get().offline
    if (open?.userId === user?.id) {
      if (open !== undefined && status === 'LOGGED_IN') open.resume()
      return
    }
    if (open !== undefined) {
      change({ offline: undefined })
      // Written behind the removal, it would stay.
      if (user === undefined || left().has(open.userId)) open.leave()
      // Whoever comes next does not wait for a write that never ends.
      else await ending(() => open.close()).catch(() => {})
    }
    if (user === undefined) return
    try {
      const offline = await openOffline(user.id)
      // They left while it was being opened: what is there is being removed.
      if (leaving || session.state.get().user?.id !== user.id) return offline.leave()
      // They are back: what is kept is theirs, and stays.
      forgetLeft(user.id)
      change({ offline, failed: false, leftBehind: left().size > 0 })
      void offline.left.then(() => followLeft(offline))
    } catch {
      change({ failed: true })
    }
  }

  /**
   * Another tab signed out. Whoever signed in again since, unheard by a tab that slept, is still known to the session,
   * and gets their stores anew; what waits in line waits for that.
   */
  function followLeft(offline: Offline) {
    if (state.get().offline !== offline) return
    change({ offline: undefined })
    following = following
      .then(() => ending(() => Promise.all([offline.close(), untilLeft()])))
      .then(followOnce, followOnce)
  }

  /** Until nothing of whoever is known here is being removed by another tab, if that ends at all. */
  async function untilLeft() {
    const end = Date.now() + wipingMs
    do await new Promise(resolve => setTimeout(resolve, tellingMs))
    while (isBeingLeft() && Date.now() < end)
  }

  function isBeingLeft(): boolean {
    return left().has(session.state.get().user?.id ?? 0)
  }

  /** Who are being left, or were, with something of theirs still here; earlier releases noted one. */
  function left(): Set<number> {
    const ids = memory.get(leftKey)?.split(' ') ?? []
    return new Set(ids.map(Number))
  }

  function noteLeft(ids: Iterable<number>) {
    const text = [...ids].join(' ')
    if (text) memory.set(leftKey, text)
    else memory.remove(leftKey)
  }

  function forgetLeft(userId: number) {
    noteLeft([...left()].filter(id => id !== userId))
  }

  async function clean(open?: Offline) {
    const all = [...left()]
    if (all.length === 0) return
    const cleaned = all.map(async userId => {
      const opened = userId === open?.userId ? open : undefined
      await ending(() => Promise.all([opened?.wipe(), wipe(userId)]))
      forgetLeft(userId)
    })
    await Promise.allSettled(cleaned)
    change({ leftBehind: left().size > 0 })
  }

  session.state.subscribe(() => {
    follow()
  })

  return {
    state,
    async open() {
      const cleaned = clean()
      if (isBeingLeft()) await cleaned
      await follow()
    },
    async check() {
      await session.checkStatus()
      await follow()
      change({ checked: true })
    },
    async leave() {
      leaving = true
      const { offline } = state.get()
      const userId = offline?.userId ?? session.state.get().user?.id
      change({ offline: undefined, failed: false })
      if (userId !== undefined) noteLeft(left().add(userId))
      await Promise.all([clean(offline), session.signOut()])
      leaving = false
      change({ checked: true })
      await follow()
    },
    clean: () => clean(),
  }
}

function ending<T>(work: () => Promise<T>): Promise<T> {
  return inTime(systemClock, work, wipingMs)
}
