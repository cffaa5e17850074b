import type { Fetch } from '../network/http-client.ts'
import type { KeyValue } from '../network/key-value.ts'
import { fieldIn, textIn } from '../network/parse.ts'

const key = 'aisle.bearer'

export function hasBearer(perTab: Pick<KeyValue, 'get'>): boolean {
  return perTab.get(key) !== undefined
}

/** The same fetch with the tab's bearer token, which a sign-in brings and a sign-out ends (spec section 4). */
export function withBearer(fetch: Fetch, perTab: Pick<KeyValue, 'get' | 'set' | 'remove'>): Fetch {
  return async (input, init) => {
    const token = perTab.get(key)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(input, {
      ...init,
      headers: { ...Object(init.headers), ...headers },
    })
    if (!input.includes('/auth/')) return response
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    const given = textIn(body, 'token')
    if (given !== undefined) perTab.set(key, given)
    if (input.endsWith('/auth/logout') && fieldIn(body, 'success') === true) perTab.remove(key)
    return response
  }
}
