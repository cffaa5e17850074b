/** A browser as the server sees it: it keeps cookies and a CSRF token, and sends the common headers. */
import { randomUUID } from 'node:crypto'

export interface TestClient {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Headers): Promise<TestResponse>
  /** With a CSRF token, unless `headers` brings its own. */
  post(path: string, body: unknown, headers?: Headers): Promise<TestResponse>
  graphql(query: string, variables?: object, options?: GraphqlOptions): Promise<GraphqlResponse>
  /** The raw answer, with this browser's cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The next request fetches a new token; signing in and out do it by themselves. */
  discardToken(): void
}

type Headers = Readonly<Record<string, string>>

export interface TestResponse {
  readonly status: number
  readonly headers: Response['headers']
  readonly text: string
  /** The JSON of the answer; empty where it is none. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface GraphqlOptions {
  readonly requestToken?: string
  readonly operationName?: string
  readonly headers?: Headers
}

export interface GraphqlResponse extends TestResponse {
  // Tests read answers by the names of the contract; a wrong name fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  readonly data: any
  readonly errors: readonly GraphqlError[] | undefined
}

export interface GraphqlError {
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

export function createTestClient(
  send: (request: Request) => Promise<Response>,
  origin = 'http://aisle.test',
): TestClient {
  const cookies = new Map<string, string>()
  const tabId = randomUUID()
  let token: string | undefined

  async function fetchWithCookies(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, origin), init)
    if (cookies.size > 0) {
      request.headers.set(
        'cookie',
        [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      )
    }
    if (!request.headers.has('x-tab-id')) request.headers.set('x-tab-id', tabId)
    const response = await send(request)
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }

  async function csrfToken(): Promise<string> {
    token ??= await (await fetchWithCookies('/csrftoken')).text()
    return token
  }

  async function withToken(headers: Headers): Promise<Headers> {
    return 'x-csrf-token' in headers ? headers : { ...headers, 'x-csrf-token': await csrfToken() }
  }

  async function get(path: string, headers: Headers = {}): Promise<TestResponse> {
    return read(await fetchWithCookies(path, { headers: await withToken(headers) }))
  }

  async function post(path: string, body: unknown, headers: Headers = {}): Promise<TestResponse> {
    const response = await fetchWithCookies(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: await withToken({ 'content-type': 'application/json', ...headers }),
    })
    return read(response)
  }

  async function read(response: Response): Promise<TestResponse> {
    // The token is bound to the session, which a new cookie may have replaced.
    if (response.headers.getSetCookie().some(line => line.includes('session'))) token = undefined
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: readJson(text) }
  }

  return {
    cookies,
    get,
    post,
    fetch: fetchWithCookies,
    async graphql(query, variables = {}, { requestToken, operationName, headers = {} } = {}) {
      const response = await post(
        '/graphql',
        { query, variables, operationName },
        {
          accept: 'application/graphql-response+json, application/json',
          ...(requestToken && { 'request-token': requestToken }),
          ...headers,
        },
      )
      const { data, errors } = response.body
      return { ...response, data, errors: errors as readonly GraphqlError[] | undefined }
    },
    discardToken() {
      token = undefined
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (name === undefined || value === undefined) return
  if (/;\s*max-age=0(;|$)/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
