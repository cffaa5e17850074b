import { expect, test } from 'vitest'
import { withAnswersAtHand } from '../../src/network/at-hand.ts'

function pageWith(text: string | undefined) {
  const asked: string[] = []
  const ask = withAnswersAtHand(
    async input => {
      asked.push(input)
      return new Response('from the server')
    },
    {
      getElementById: id =>
        // Of an element nothing else is read.
        id === 'at-hand' && text !== undefined ? ({ textContent: text } as HTMLElement) : null,
    },
  )
  const answerOf = async (input: string, init: RequestInit = {}) => (await ask(input, init)).text()
  return { asked, answerOf }
}

test('the first question is answered by the page, and each one after it by the server', async () => {
  const { asked, answerOf } = pageWith('{"/csrftoken":"from the page"}')
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('from the page')
  expect(await answerOf('/csrftoken', { method: 'GET' })).toBe('from the server')
  expect(asked).toEqual(['/csrftoken'])
})

test('what changes something, or has its address elsewhere, goes to the server', async () => {
  const { asked, answerOf } = pageWith('{"/auth/status":"from the page"}')
  await answerOf('/auth/status', { method: 'POST' })
  await answerOf('https://api.example.org/auth/status')
  expect(asked).toEqual(['/auth/status', 'https://api.example.org/auth/status'])
  expect(await answerOf('/auth/status')).toBe('from the page')
})

test.each([undefined, '', '<html>', '[]', 'null', '{"/csrftoken":7}'])(
  'a page that holds %j asks the server',
  async text => {
    expect(await pageWith(text).answerOf('/csrftoken')).toBe('from the server')
  },
)
