/** This tab's turns as the leader: each begins once the outbox was read, and ends when another takes the lead. */

import type { Leadership } from '../sync/leadership.ts'
import { createLeader, type Leader, type LeaderParts, suspiciousMs } from './leader.ts'

export interface LeadingParts extends LeaderParts {
  /** Resolves when there is something to lead with. */
  readonly booted: Promise<void>
  readonly readBeforeSending: (isOver: () => boolean) => Promise<void>
  readonly begin: (lead: Pick<Leader, 'confirm' | 'resign'>) => Leadership
  /** Whether a person waits for what the server says first. */
  readonly isAwaited: () => boolean
}

export interface Leading extends Pick<Leader, 'start' | 'leads' | 'confirm'> {
  /** Where its turn has begun. */
  leadership(): Leadership | undefined
  close(): void
}

export function createLeading(parts: LeadingParts): Leading {
  let leadership: Leadership | undefined
  let turn = 0

  function end() {
    turn++
    leadership?.end()
    leadership = undefined
  }

  const leader = createLeader({
    ...parts,
    onLead() {
      parts.onLead()
      void lead()
    },
    onDeposed() {
      end()
      parts.onDeposed()
    },
  })

  async function lead() {
    const mine = ++turn
    const isOver = () => mine !== turn || !leader.leads()
    const since = parts.clock.now()
    await parts.booted
    await parts.readBeforeSending(isOver)
    if (parts.clock.now() - since > suspiciousMs && !isOver()) await leader.confirm()
    if (isOver()) return
    leadership = parts.begin(leader)
    leadership.sender.kick()
    void leadership.catchUp.ask({ waitedFor: parts.isAwaited() })
  }

  return {
    start: leader.start,
    leads: leader.leads,
    confirm: leader.confirm,
    leadership: () => leadership,
    close() {
      end()
      leader.close()
    },
  }
}
