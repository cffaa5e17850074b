/** Whose session a call of the account came with, and what is said if it does not do. */
import type { Context } from 'hono'
import { refuseStranger } from '../../http/http-refusal.ts'
import type { BrowserCookies } from '../routes/browser.ts'
import type { FoundSession, Sessions } from './sessions.ts'

export interface OwnSessions {
  /** Waits for all of the request: one that is held back while its session ends is a stranger's. */
  of(c: Context): Promise<FoundSession | undefined>
  /**
   * The same, for what decides who gets into the account: its person has proved to be themselves within the last
   * ten minutes. Else the answer to give: 401, or 200 with the reason CONFIRM.
   */
  confirmed(c: Context): Promise<FoundSession | Response>
}

interface OwnSessionParts {
  readonly sessions: Sessions
  readonly cookies: BrowserCookies
}

export function createOwnSessions({ sessions, cookies }: OwnSessionParts): OwnSessions {
  async function of(c: Context): Promise<FoundSession | undefined> {
    await c.req.text()
    const token = cookies.sessionToken(c.req.raw)
    return token === undefined ? undefined : sessions.find(token)
  }

  return {
    of,
    async confirmed(c) {
      const own = await of(c)
      if (!own) return refuseStranger(c)
      if (await sessions.isFresh(own.hash)) return own
      return c.json({
        success: false,
        reason: 'CONFIRM',
        message: 'Confirm that it is you, then try again.',
      })
    },
  }
}
