/**
 * What an opened page would ask for first, written into it: on a slow line each question costs a way there and
 * back, one after the other, before the first list is asked for (src/network/at-hand.ts takes it out).
 */
import type { Context } from 'hono'

const asksFirst = ['/csrftoken', '/settings.json', '/auth/status'] as const

/** More characters of lists than this would hold up the page itself. */
const mostOfLists = 300_000

export interface AtHand {
  /** The answers as an element of the page. */
  readonly html: string
  /** What the data calls were answered with, by the name of the operation; text of JSON. */
  readonly told: ReadonlyMap<string, string>
}

/**
 * The answers that `ask` gives to this browser; what it does not answer with 200 is left out. `dataCalls` are the
 * bodies of the data calls that a device makes which knows no lists, as the build tells them.
 */
export async function answersAtHand(
  c: Context,
  ask: (request: Request) => Response | Promise<Response>,
  dataCalls: readonly string[],
): Promise<AtHand> {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['accept-encoding', 'if-none-match']) headers.delete(name)
  const answers: Record<string, string> = {}
  for (const path of asksFirst) {
    const answer = await ask(new Request(new URL(path, c.req.url), { headers }))
    if (answer.status !== 200) continue
    answers[path] = await answer.text()
    for (const cookie of answer.headers.getSetCookie()) {
      c.header('Set-Cookie', cookie, { append: true })
      headers.append('cookie', cookie.split(';', 1).join())
    }
  }
  const told = new Map<string, string>()
  const account = accountIn(answers['/auth/status'])
  for (const body of account === undefined ? [] : dataCalls) {
    headers.set('x-account', account ?? '')
    headers.set('x-csrf-token', answers['/csrftoken'] ?? '')
    headers.set('content-type', 'application/json')
    headers.set('accept', 'application/graphql-response+json')
    const url = new URL('/graphql', c.req.url)
    const { signal } = c.req.raw
    const answer = await ask(new Request(url, { method: 'POST', headers, body, signal }))
    if (answer.status !== 200) continue
    const text = await answer.text()
    const { operationName, variables } = JSON.parse(body)
    told.set(operationName, text)
    if (text.length <= mostOfLists)
      answers[`/graphql ${account} ${operationName} ${JSON.stringify(variables)}`] = text
  }
  // No text may end the element.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return { html: `<script type="application/json" id="at-hand">${json}</script>`, told }
}

/** The id of who is signed in. */
function accountIn(status: string | undefined): string | undefined {
  const { user }: { user?: { id?: unknown } } = JSON.parse(status ?? '{}')
  return user?.id === undefined ? undefined : String(user.id)
}
