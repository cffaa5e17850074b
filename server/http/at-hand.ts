/**
 * What an opened page would ask for first, written into it: on a slow line each question costs a way there and
 * back, one after the other, before the first list is asked for (src/network/at-hand.ts takes it out).
 */
import type { Context } from 'hono'

export const asksFirst = ['/csrftoken', '/settings.json', '/auth/status'] as const

/** HTML with the answers that `ask` gives to this browser; what it does not answer with 200 is left out. */
export async function answersAtHand(
  c: Context,
  ask: (request: Request) => Response | Promise<Response>,
): Promise<string> {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['accept-encoding', 'if-none-match']) headers.delete(name)
  const answers: Record<string, string> = {}
  for (const path of asksFirst) {
    const answer = await ask(new Request(new URL(path, c.req.url), { headers }))
    if (answer.status !== 200) continue
    answers[path] = await answer.text()
    for (const cookie of answer.headers.getSetCookie())
      c.header('Set-Cookie', cookie, { append: true })
  }
  // No text may end the element.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="at-hand">${json}</script>`
}
