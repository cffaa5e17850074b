import type { Clock } from '../clock.ts'
import type { Contact, TabMessage } from './tabs.ts'

export interface TellingContact {
  tell(contact: Contact): void
  /** Another tab tells from now on; what this one told last is old by the time that it leads again. */
  forget(): void
}

/** What other tabs show of the last contact is told in minutes. */
const tellEveryMs = 10_000

/** While all is well the others need not hear of each answer: it tells of itself. */
export function createTellingContact(
  clock: Clock,
  post: (message: TabMessage) => void,
): TellingContact {
  let toldAt: number | undefined
  return {
    tell(contact) {
      const { reachable, signedOut, trouble } = contact
      const isWell = reachable && !signedOut && trouble === undefined
      const now = clock.now()
      const toldMs = Math.abs(now - (toldAt ?? Number.NEGATIVE_INFINITY))
      if (isWell && toldMs < tellEveryMs) return
      toldAt = isWell ? now : undefined
      post({ type: 'contact', contact })
    },
    forget() {
      toldAt = undefined
    },
  }
}
