/** Whose session a call of the account came with, and what is said if it does not do. */
import type { Context } from 'hono'
import { answerRefusal } from '../http/http-refusal.ts'
import type { BrowserCookies } from './routes/browser.ts'
import { type FoundSession, hashToken, type Sessions } from './sessions.ts'

export interface OwnSession extends FoundSession {
  /** As the session table has it. */
  readonly hash: string
}

export interface OwnSessions {
  of(c: Context): Promise<OwnSession | undefined>
  /**
   * The same, for what decides who gets into the account: its person has proved to be themselves within the last
   * ten minutes. Else the answer to give: 401, or 200 with the reason CONFIRM.
   */
  confirmed(c: Context): Promise<OwnSession | Response>
}

interface OwnSessionParts {
  readonly sessions: Sessions
  readonly cookies: BrowserCookies
}

export function createOwnSessions({ sessions, cookies }: OwnSessionParts): OwnSessions {
  async function of(c: Context): Promise<OwnSession | undefined> {
    const token = cookies.sessionToken(c.req.raw)
    const found = token === undefined ? undefined : await sessions.find(token)
    return found && token !== undefined ? { ...found, hash: hashToken(token) } : undefined
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

/** 401. */
export function refuseStranger(c: Context): Response {
  return answerRefusal(c, { status: 401, code: 'UNAUTHENTICATED', message: 'Sign in first.' })
}
