/** What a device asks of the data that knows no lists, as the app sends it; run in Node when the app is built. */
import { changesPull } from '../src/cache/sync/changes.ts'
import { createQueryText } from '../src/network/query-text.ts'
import { operationName } from '../src/offline/sync/track-calls.ts'

export function firstDataCall(): string {
  const variables = changesPull.variables([])
  return JSON.stringify({
    operationName: operationName(changesPull.document),
    query: createQueryText()(changesPull.document, variables),
    variables,
  })
}
