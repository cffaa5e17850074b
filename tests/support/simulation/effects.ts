/** What reached the server, in the order in which it took effect: deliveries one at a time, each told once. */
import type { TestClient } from '../server/client.ts'

export interface Effect {
  readonly token: string
  /** The operation's name and variables, as they arrived. */
  readonly name: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The code of a refusal; undefined where it was answered with data. */
  readonly refused: string | undefined
  /** All of it: none of what was to be deleted answered FAIL, none of many left out. */
  readonly done: boolean
  /** What the operation answered the first time. */
  readonly answer: unknown
}

export interface Effects {
  readonly all: readonly Effect[]
  /** The same browser, its deliveries watched and in line with those of all others. */
  watch(client: TestClient): TestClient
  /** Something else that changes the server, in line with the deliveries. */
  between(work: () => Promise<void>): Promise<void>
}

export function watchEffects(): Effects {
  const all: Effect[] = []
  const seen = new Set<string>()
  let line: Promise<unknown> = Promise.resolve()

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = line.then(work)
    line = turn.catch(() => {})
    return turn
  }

  return {
    all,
    between: inLine,
    watch(client) {
      return {
        ...client,
        fetch(path, init) {
          return inLine(async () => {
            const response = await client.fetch(path, init)
            const copy = response.clone()
            note(init, await copy.json().catch(() => undefined))
            return response
          })
        },
      }
    },
  }

  /** One request, or several in one. */
  function note(init: RequestInit | undefined, told: unknown): void {
    const body: unknown = JSON.parse(String(init?.body ?? '{}'))
    const header = new Headers(init?.headers).get('request-token') ?? ''
    if (!Array.isArray(body)) noteOne(Object(body), header, told)
    else if (Array.isArray(told)) {
      for (const [at, one] of body.entries()) noteOne(one, one.extensions.requestToken, told[at])
    }
  }

  function noteOne({ operationName, variables }: Sent, token: string, told: unknown): void {
    if (operationName === 'changes' || operationName === 'getAllUnit' || seen.has(token)) return
    const body = Object(told)
    const { code, reason } = body.errors?.[0]?.extensions ?? {}
    // Nothing came of it: failed, or not run because of another.
    if (code === 'INTERNAL' || reason === 'DEPENDENCY') return
    if (code === undefined && !body.data) return
    seen.add(token)
    const answer = body.data?.[operationName]
    const failed = JSON.stringify(answer ?? {}).includes('"status":"FAIL"')
    const partly = Array.isArray(variables.items) && answer?.length < variables.items.length
    const done = code === undefined && !failed && !partly
    all.push({ token, name: operationName, variables, refused: code, done, answer })
  }
}

interface Sent {
  readonly operationName: string
  // biome-ignore lint/suspicious/noExplicitAny: as it arrived
  readonly variables: any
}
