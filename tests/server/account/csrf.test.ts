/** A token counts for the cookie that it was made for, however often it comes. */
import { expect, test } from 'vitest'
import { createCsrf } from '../../../server/auth/session/csrf.ts'
import { createSystemRandom } from '../../../server/environment.ts'

const csrf = createCsrf('a secret', createSystemRandom())

test.each([
  ['a cookie of ours', 'c'.repeat(43)],
  ['one of any length', 'c'.repeat(5_000)],
])('a token is taken each time with %s, and with no other', (_title, bind) => {
  const token = csrf.issue(bind)
  for (let n = 0; n < 3; n += 1) {
    expect(csrf.accepts(token, bind)).toBe(true)
    expect(csrf.accepts(token, `${bind}d`)).toBe(false)
  }
})

test.each<[string, (nonce: string, signature: string) => string]>([
  [
    'another signature',
    (nonce, signature) =>
      `${nonce}.${signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))}`,
  ],
  ['half a signature', (nonce, signature) => `${nonce}.${signature.slice(0, 20)}`],
  ['no signature', nonce => `${nonce}.`],
  ['no nonce', (_nonce, signature) => `.${signature}`],
  ['a letter between nonce and cookie', (nonce, signature) => `${nonce}c.${signature}`],
  ['something behind it', (nonce, signature) => `${nonce}.${signature}.x`],
])('%s is refused, though the token itself was taken before', (_title, change) => {
  const bind = 'c'.repeat(43)
  const token = csrf.issue(bind)
  expect(csrf.accepts(token, bind)).toBe(true)
  const [nonce = '', signature = ''] = token.split('.')
  expect(csrf.accepts(change(nonce, signature), bind)).toBe(false)
  expect(csrf.accepts(change(nonce, signature), bind.slice(1))).toBe(false)
})
