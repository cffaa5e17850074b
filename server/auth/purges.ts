/** What is over by itself: sessions that ended, and windows in which tries were counted. */
import { purgeAfter, purgeAhead } from '../jobs/sweeper.ts'

export const purgeSessions = purgeAfter(0, 'session', { key: 'hash', moment: 'expires_at' })
export const purgeAttempts = purgeAfter(0, 'attempt', { key: 'key', moment: 'window_ends_at' })
/** The longest window is a day. */
export const purgeAttemptsAhead = purgeAhead(2, 'attempt', { key: 'key', moment: 'window_ends_at' })
