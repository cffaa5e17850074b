import { expect, test } from 'vitest'
import { withAnswersAtHand } from '../../src/network/at-hand.ts'

function pageWith(text: string | undefined) {
  const asked: string[] = []
  const removed: string[] = []
  const ask = withAnswersAtHand(
    async input => {
      asked.push(input)
      return new Response('from the server')
    },
    {
      getElementById: id =>
        // Of an element nothing else is read.
        id === 'at-hand' && text !== undefined
          ? ({ textContent: text, remove: () => void removed.push(id) } as HTMLElement)
          : null,
    },
  )
  const answerOf = async (input: string, init: RequestInit = {}) => (await ask(input, init)).text()
  return { asked, answerOf, removed }
}

test('the first question is answered by the page, and each one after it by the server', async () => {
  const { asked, answerOf } = pageWith('{"/csrftoken":"from the page"}')
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('from the page')
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('from the server')
  expect(asked).toEqual(['/csrftoken'])
})

test('nothing of it stays in the page, in which somebody else may sign in', async () => {
  const { removed, answerOf } = pageWith('{"/csrftoken":"from the page"}')
  expect(removed).toEqual(['at-hand'])
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('from the page')
})

test('what changes something, or has its address elsewhere, goes to the server', async () => {
  const { asked, answerOf } = pageWith('{"/auth/status":"from the page"}')
  await answerOf('/auth/status', { method: 'POST' })
  await answerOf('https://api.example.org/auth/status')
  expect(asked).toEqual(['/auth/status', 'https://api.example.org/auth/status'])
  expect(await answerOf('/auth/status')).toBe('from the page')
})

test('who signs out is not signed in again by a page that was written before', async () => {
  const { answerOf } = pageWith('{"/csrftoken":"its own","/auth/status":"signed in"}')
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('its own')
  await answerOf('/auth/logout', { method: 'GET' })
  expect(await answerOf('/auth/status', { method: 'GET' })).toBe('from the server')
})

test.each([undefined, '', '<html>', '[]', 'null', '{"/csrftoken":7}'])(
  'a page that holds %j asks the server',
  async text => {
    expect(await pageWith(text).answerOf('/csrftoken')).toBe('from the server')
  },
)

const known = '{"known":[],"epoch":""}'
const dataCall = (query: string, variables = known, account = '7'): RequestInit => ({
  method: 'POST',
  headers: { 'x-account': account },
  body: `{"operationName":"${/ (\w+)/.exec(query)?.[1]}","query":"${query}","variables":${variables}}`,
})
const withLists = JSON.stringify({ [`/graphql 7 changes ${known}`]: 'from the page' })

test('what a device without lists asks is answered by the page, once, beside the stream', async () => {
  const { asked, answerOf } = pageWith(withLists)
  await answerOf('/graphql', dataCall('subscription changed{changed{id}}', '{}'))
  expect(await answerOf('/graphql', dataCall('query changes{changes{more}}'))).toBe('from the page')
  await answerOf('/graphql', dataCall('query changes{changes{more}}'))
  expect(asked).toHaveLength(2)
})

test('each question is answered by itself', async () => {
  const both = JSON.stringify({
    [`/graphql 7 changes ${known}`]: 'lists',
    '/graphql 7 getAllUnit {}': 'units',
  })
  const { answerOf, asked } = pageWith(both)
  const units = dataCall('query getAllUnit{getAllUnit{id}}', '{}')
  expect(await answerOf('/graphql', dataCall('query changes{changes{more}}'))).toBe('lists')
  expect(await answerOf('/graphql', units)).toBe('units')
  expect(await answerOf('/graphql', units)).toBe('from the server')
  expect(asked).toEqual(['/graphql'])
})

test.each([
  ['in the name of somebody else', dataCall('query changes{changes{more}}', known, '8')],
  ['in nobody’s name', { ...dataCall('query changes{changes{more}}'), headers: {} }],
  ['by who knows a list', dataCall('query changes{changes{more}}', '{"known":[1],"epoch":"a"}')],
  ['by another name', dataCall('query others{changes{more}}')],
  ['for a change', dataCall('mutation tick{updateItem{id}}')],
])('what is asked %s goes to the server', async (_, init) => {
  expect(await pageWith(withLists).answerOf('/graphql', init)).toBe('from the server')
})

test.each([
  ['a change', dataCall('mutation tick{updateItem{id}}')],
  ['a batch', { method: 'POST', body: '[{"query":"mutation tick{updateItem{id}}"}]' }],
])('behind %s the page is older than what was changed', async (_, init) => {
  const { answerOf } = pageWith(withLists)
  await answerOf('/graphql', init)
  expect(await answerOf('/graphql', dataCall('query changes{changes{more}}'))).toBe(
    'from the server',
  )
})
