/** What only an ADMIN asks of the server besides data: accounts, and mails that were kept (docs/api.md). */

import { fieldIn, listIn, textIn } from './parse.ts'
import type { AuthApi } from './session/auth-api.ts'
import { type Answered, readAnswer } from './session/auth-outcome.ts'
import { readUser, type SessionUser } from './session/session-user.ts'

export interface KeptMailHead {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** ISO 8601. */
  readonly at: string
}

export type DeskUser = Omit<SessionUser, 'inviteId'>

export type UserDeed = 'role' | 'unlock' | 'end-sessions' | 'reset-link'

export interface Desk {
  /** The next page of those that match, behind the id. */
  users(text: string, after: number): Promise<Answered<readonly DeskUser[]>>
  /** Returns the link that was made, where one is. */
  mend(userId: number, deed: UserDeed, body?: object): Promise<Answered<string | undefined>>
  mails(): Promise<Answered<readonly KeptMailHead[]>>
  /** The text of one. */
  mail(id: string): Promise<Answered<string>>
}

const note = 'The server could not do this. Try again later.'

export function createDesk(api: Pick<AuthApi, 'get' | 'post'>): Desk {
  return {
    async users(text, after) {
      const query = new URLSearchParams({ text, after: String(after) })
      return readAnswer(await api.get(`/auth/users?${query}`, note), body =>
        listIn(body, 'users').flatMap(user => readUser(user) ?? []),
      )
    },
    async mend(userId, deed, body = {}) {
      return readAnswer(await api.post(`/auth/users/${userId}/${deed}`, body, note), answer =>
        textIn(answer, 'link'),
      )
    },
    async mails() {
      return readAnswer(await api.get('/auth/mail', note), body =>
        listIn(body, 'mails').map(mail => ({
          id: textIn(mail, 'id') ?? '',
          to: textIn(mail, 'to') ?? '',
          subject: textIn(mail, 'subject') ?? '',
          at: textIn(mail, 'at') ?? '',
        })),
      )
    },
    async mail(id) {
      return readAnswer(
        await api.get(`/auth/mail/${encodeURIComponent(id)}`, note),
        body => textIn(fieldIn(body, 'mail'), 'text') ?? '',
      )
    },
  }
}
