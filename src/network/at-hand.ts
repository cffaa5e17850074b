import type { Fetch } from './http-client.ts'
import { jsonIn, textIn } from './parse.ts'

/** The same, which answers the first question after each with what the server wrote into the page, if it did. */
export function withAnswersAtHand(fetch: Fetch, page: Pick<Document, 'getElementById'>): Fetch {
  const answers = jsonIn(page.getElementById('at-hand')?.textContent ?? undefined)
  const used = new Set<string>()
  return async (input, init) => {
    const answer = used.has(input) ? undefined : textIn(answers, input)
    if (answer === undefined || (init.method ?? 'GET') !== 'GET') return fetch(input, init)
    used.add(input)
    return new Response(answer)
  }
}
