/**
 * Whose lists are open on this page. Follows the session: one person's stores at a time, another's are never
 * shown (spec sections 10.1 to 10.3).
 */
import type { Session } from '../network/session.ts'
import type { Offline } from '../offline/offline.ts'
import { createReadable, type Readable } from '../offline/readable.ts'

export interface AccountState {
  /** The open stores; undefined where nobody is known, or while they open. */
  readonly offline: Offline | undefined
  /** False until the server has said once whether somebody is signed in, or did not answer. */
  readonly checked: boolean
  /** The stores would not open. */
  readonly failed: boolean
}

export interface Account {
  readonly state: Readable<AccountState>
  /** Opens what is on the device for the known person; resolves when it can be drawn, network or not. */
  open(): Promise<void>
  /** Asks the server who is signed in, in the background. */
  check(): Promise<void>
  /** Signs out and leaves nothing of the person on the device. */
  leave(): Promise<void>
}

interface AccountParts {
  readonly session: Session
  readonly openOffline: (userId: number) => Promise<Offline>
  /** What else the device remembers of a person is forgotten here. */
  readonly onLeave: (userId: number) => void
}

export function createAccount({ session, openOffline, onLeave }: AccountParts): Account {
  const state = createReadable<AccountState>({ offline: undefined, checked: false, failed: false })
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
      await open.close()
    }
    if (user === undefined) return
    try {
      change({ offline: await openOffline(user.id), failed: false })
    } catch {
      change({ failed: true })
    }
  }

  session.state.subscribe(() => {
    follow()
  })

  return {
    state,
    open: follow,
    async check() {
      await session.checkStatus()
      await follow()
      change({ checked: true })
    },
    async leave() {
      leaving = true
      const { offline } = state.get()
      const userId = offline?.userId ?? session.state.get().user?.id
      change({ offline: undefined })
      try {
        await Promise.allSettled([offline?.wipe(), session.signOut()])
        if (userId !== undefined) onLeave(userId)
      } finally {
        leaving = false
        change({ checked: true })
      }
      await follow()
    },
  }
}
