/** Somebody with an account who speaks to the API without a browser: makes the lists that a bench needs. */
import { randomUUID } from 'node:crypto'

export interface Person {
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
  /** What a browser of theirs sends along with a POST to /graphql, the request-token aside. */
  readonly headers: Readonly<Record<string, string>>
  ask<Answer>(query: string, variables?: object): Promise<Answer>
}

/** The n-th person, from an address of their own. */
export async function signUp(address: string, n: number): Promise<Person> {
  const jar = new Map<string, string>()
  const browser = { 'x-tab-id': randomUUID(), 'user-token': randomUUID() }

  async function call(path: string, init: RequestInit, headers: Record<string, string> = {}) {
    const response = await fetch(`${address}${path}`, {
      ...init,
      headers: {
        ...browser,
        'x-forwarded-for': `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}`,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) jar.set(name, value)
    }
    return response
  }

  async function post(path: string, csrf: string, body: object) {
    const response = await call(
      path,
      { method: 'POST', body: JSON.stringify(body) },
      {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-csrf-token': csrf,
        'request-token': randomUUID(),
      },
    )
    return { status: response.status, text: await response.text() }
  }

  const anonymous = await (await call('/csrftoken', {})).text()
  const signedUp = await post('/auth/signup', anonymous, {
    firstName: 'Bea',
    lastName: 'Benchmark',
    email: `bea${n}@example.org`,
    phone: '',
    password: 'seven blue trolleys',
  })
  if (!signedUp.text.includes('"success":true')) {
    throw new Error(`Signing up failed: ${signedUp.status} ${signedUp.text}`)
  }
  const csrf = await (await call('/csrftoken', {})).text()

  return {
    cookies: [...jar].map(([name, value]) => ({ name, value })),
    headers: {
      ...browser,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      accept: 'application/graphql-response+json,application/json;q=0.9',
      'x-csrf-token': csrf,
    },
    async ask<Answer>(query: string, variables: object = {}) {
      const { status, text } = await post('/graphql', csrf, { query, variables })
      const answer = JSON.parse(text) as { data?: Answer; errors?: readonly { message: string }[] }
      if (answer.errors || !answer.data) throw new Error(`${status} ${text.slice(0, 500)}`)
      return answer.data
    },
  }
}
