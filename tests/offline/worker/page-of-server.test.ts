/** Pages that the worker asks the server for, since no device keeps their code. */
import { expect, test, vi } from 'vitest'
import { pageOfServer } from '../../../src/offline/worker/page-of-server.ts'

const page = '<!doctype html><meta name="application-name" content="Aisle" />'
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html' } })

async function open(path: string, answer: () => Response = () => html(page)) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer())
  const given = await pageOfServer({ fetch }, new URL(path, 'https://aisle.test'))
  return { asked: fetch.mock.calls.map(([url]) => url), text: await given?.text() }
}

test.each([
  '/forgotpassword',
  '/reset-password?token=1',
  '/verify-email?token=1',
  '/change-email?token=1',
  '/resend-verification-email',
  '/unlock-account?token=1',
  '/invite?inviteId=1',
  '/login?next=%2Fproduct',
  '/signup',
  '/contact',
  '/about',
  '/blog',
  '/blog/0-1-0',
  '/privacy',
  '/admin',
  '/admin/feedback',
])('%s is the page that the server has now', async path => {
  expect(await open(path)).toEqual({ asked: [`https://aisle.test${path}`], text: page })
})

test.each(['/', '/app', '/product', '/product/account', '/logout', '/errorlogout', '/loginless'])(
  '%s is the one on the device, whatever the network',
  async path => {
    expect(await open(path)).toEqual({ asked: [], text: undefined })
  },
)

test.each([
  ['there is no network', () => Response.error()],
  ['a captive portal answers', () => html('<!doctype html><title>Hotel</title>')],
  ['a proxy has nobody behind it', () => html(page, 502)],
  ['it leads elsewhere', () => new Response(null, { status: 302, headers: { location: '/x' } })],
])('where %s it is the one on the device', async (_why, answer) => {
  expect((await open('/login', answer)).text).toBeUndefined()
  function thrown(): never {
    throw new TypeError('Failed to fetch')
  }
  expect((await open('/login', thrown)).text).toBeUndefined()
})
