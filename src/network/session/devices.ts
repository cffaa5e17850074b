/** Where a person is signed in (docs/api.md, /auth/sessions). */

import { fieldIn, listIn, textIn } from '../parse.ts'
import type { AuthApi } from './auth-api.ts'
import { type Answered, type AuthOutcome, outcomeOf, readAnswer } from './auth-outcome.ts'

export interface Device {
  readonly id: string
  /** In words, "Chrome on Android"; undefined if it is not known. */
  readonly browser: string | undefined
  /** ISO 8601, to the hour. */
  readonly seenAt: string
  /** Whether it is this one. */
  readonly current: boolean
}

export interface Devices {
  /** This one first, then the last used. */
  list(): Promise<Answered<readonly Device[]>>
  end(id: string): Promise<AuthOutcome>
  /** All but this one. */
  endOthers(): Promise<AuthOutcome>
}

const note = 'Your devices could not be read. Try again later.'
const endNote = 'The device could not be signed out. Try again later.'

export function createDevices(api: Pick<AuthApi, 'get' | 'post'>): Devices {
  const post = async (path: string, body: object) => outcomeOf(await api.post(path, body, endNote))

  return {
    list: async () =>
      readAnswer(await api.get('/auth/sessions', note), body =>
        listIn(body, 'sessions').map(readDevice),
      ),
    end: id => post('/auth/sessions/end', { id }),
    endOthers: () => post('/auth/sessions/end-others', {}),
  }
}

function readDevice(value: unknown): Device {
  return {
    id: textIn(value, 'id') ?? '',
    browser: textIn(value, 'browser'),
    seenAt: textIn(value, 'seenAt') ?? '',
    current: fieldIn(value, 'current') === true,
  }
}
