/** What a device asks of the data that knows no lists, as the app sends it; run in Node when the app is built. */
import type { DocumentNode } from '@apollo/client'
import { changesPull } from '../src/cache/sync/changes.ts'
import { unitsQuery } from '../src/cache/sync/load-units.ts'
import { createQueryText } from '../src/network/query-text.ts'
import { operationName } from '../src/offline/sync/track-calls.ts'

/**
 * Bodies of POSTs to /graphql. The one that may be long is the last: it keeps its turn until the page has left, which
 * then waits for no other (server/http/at-hand.ts).
 */
export function firstDataCalls(): readonly string[] {
  return [bodyOf(unitsQuery.document, {}), bodyOf(changesPull.document, changesPull.variables([]))]
}

function bodyOf(document: DocumentNode, variables: object): string {
  return JSON.stringify({
    operationName: operationName(document),
    query: createQueryText()(document, variables),
    variables,
  })
}
