/** What the server holds, asked as a script would ask it: over its API alone. */

export interface ServerTruth {
  readonly name: string
  readonly items: readonly { readonly name: string; readonly purchased: boolean }[]
}

export interface ApiClient {
  /** Runs one document; throws on errors. */
  ask<Answer>(query: string, variables?: object): Promise<Answer>
  /** All lists of the person with their items, in order. */
  lists(): Promise<readonly ServerTruth[]>
  /** What a browser needs to be signed in as this person: name → value. */
  cookies(): ReadonlyMap<string, string>
}

export interface Account {
  readonly email: string
  readonly password: string
}

/** Signs in over HTTP. */
export async function signInByApi(url: string, { email, password }: Account): Promise<ApiClient> {
  return enter(url, '/auth/login', { username: email, password, recaptcha: '' })
}

/** A new account, signed in. */
export async function signUpByApi(url: string, account: Account): Promise<ApiClient> {
  const person = { firstName: 'Anna', lastName: 'Berg', phone: '' }
  return enter(url, '/auth/signup', { ...person, ...account })
}

async function enter(url: string, path: string, form: object): Promise<ApiClient> {
  let cookies: ReadonlyMap<string, string> = new Map()

  async function call(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers, cookie },
    })
    const set = response.headers.getSetCookie().map(line => {
      const [pair = ''] = line.split(';')
      const split = pair.indexOf('=')
      return [pair.slice(0, split), pair.slice(split + 1)] as const
    })
    cookies = new Map([...cookies, ...set])
    return response
  }

  async function post(path: string, body: object): Promise<Response> {
    const token = await (await call('/csrftoken', { method: 'GET' })).text()
    return call(path, {
      method: 'POST',
      headers: { 'x-csrf-token': token, 'x-tab-id': 'script', 'user-token': 'script' },
      body: JSON.stringify(body),
    })
  }

  const entered = await post(path, form)
  const answer = (await entered.json()) as { success: boolean; message?: string }
  if (!answer.success) throw new Error(`The script could not sign in: ${answer.message}`)

  const client: ApiClient = {
    async ask<Answer>(query: string, variables: object = {}) {
      const response = await post('/graphql', { query, variables })
      const body = (await response.json()) as { data: Answer; errors?: readonly unknown[] }
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      return body.data
    },
    async lists() {
      const { getAllShoppingList } = await client.ask<{
        getAllShoppingList: readonly ServerTruth[]
      }>('query { getAllShoppingList { name items { name purchased } } }')
      return getAllShoppingList
    },
    cookies: () => cookies,
  }
  return client
}
