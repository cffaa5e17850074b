/** The addresses that are answered in stub mode, as msw takes them: in the browser's worker, and in tests. */
import { http } from 'msw/http'
import type { StubServer } from './stub-server.ts'

/** `origin` of the page; empty for the page's own. */
export function createStubHandlers(server: StubServer, origin = '') {
  return ['/v1/*', '/auth/*', '/csrftoken'].map(path =>
    http.all(`${origin}${path}`, ({ request }) => server.answer(request)),
  )
}
