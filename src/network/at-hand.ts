import type { Fetch } from './http-client.ts'
import { jsonIn, textIn } from './parse.ts'

/** The same, which answers the first question after each with what the server wrote into the page, if it did. */
export function withAnswersAtHand(fetch: Fetch, page: Pick<Document, 'getElementById'>): Fetch {
  const answers = jsonIn(page.getElementById('at-hand')?.textContent ?? undefined)
  const used = new Set<string>()
  return async (input, init) => {
    const { question, isEdit } = questionOf(input, init)
    // What was changed meanwhile is not in the page.
    if (isEdit) used.add(input)
    const answer = used.has(input) ? undefined : textIn(answers, question)
    if (answer === undefined) return fetch(input, init)
    used.add(input)
    return new Response(answer)
  }
}

/** A data call is known by whom it is made for and by its variables. */
function questionOf(path: string, { method = 'GET', headers, body }: RequestInit) {
  if (method === 'GET') return { question: path, isEdit: false }
  if (path !== '/graphql' || typeof body !== 'string') return { question: '', isEdit: false }
  const { query, variables } = Object(jsonIn(body))
  const account = new Headers(headers).get('x-account')
  return {
    question: `${path} ${account} ${JSON.stringify(variables)}`,
    isEdit: !/^(query|subscription)\b/.test(query),
  }
}
