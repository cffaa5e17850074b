import { expect, test } from 'vitest'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}

const unshowable = 'contains a character that cannot be shown. Type it again without it.'
const tooLong = (title: string, length: string, limit: string) =>
  `${title} is too long: ${length} characters, at most ${limit} are possible.`

const refusals: readonly (readonly [field: keyof typeof ana, value: unknown, message: string])[] = [
  ['firstName', '', 'First name is empty. Write at least one character.'],
  ['firstName', undefined, 'First name is empty. Write at least one character.'],
  ['firstName', '  \u3000 ', 'First name is empty. Write at least one character.'],
  ['firstName', '\u200b\u2060', 'First name is empty. Write at least one character.'],
  ['firstName', 'x'.repeat(201), tooLong('First name', '201', '200')],
  ['firstName', '🛒'.repeat(4001), tooLong('First name', '4,001', '200')],
  ['firstName', 'A\u0000na', `First name ${unshowable}`],
  ['firstName', 'A\nna', `First name ${unshowable}`],
  ['firstName', 'Ana\ud83d', `First name ${unshowable}`],
  ['firstName', 7, 'First name must be a text.'],
  ['firstName', ['Ana'], 'First name must be a text.'],
  ['firstName', { toString: 'Ana' }, 'First name must be a text.'],
  ['lastName', ' ', 'Last name is empty. Write at least one character.'],
  ['lastName', true, 'Last name must be a text.'],
  ['email', '', 'Email is empty. Write your address, like ana@example.org.'],
  ['email', 'ana', 'Email is not an address. Write it like ana@example.org.'],
  ['email', 'ana@', 'Email is not an address. Write it like ana@example.org.'],
  ['email', 'a na@example.org', 'Email is not an address. Write it like ana@example.org.'],
  [
    'email',
    'ana@example.org\r\nBcc: bo@example.org',
    'Email is not an address. Write it like ana@example.org.',
  ],
  ['email', 'ana\u0000@example.org', 'Email is not an address. Write it like ana@example.org.'],
  ['email', '\ud800@example.org', 'Email is not an address. Write it like ana@example.org.'],
  ['email', `${'a'.repeat(243)}@example.org`, tooLong('Email', '255', '254')],
  ['email', { $ne: '' }, 'Email must be a text.'],
  // Full width, a ligature, a joiner, a soft hyphen, a change of direction: addresses that only look alike.
  ...[
    'ａna@example.org',
    'o\ufb01ce@example.org',
    'a\u200dna@example.org',
    'a\u00adna@example.org',
    'ana@exam\u202eple.org',
  ].map(
    email =>
      [
        'email',
        email,
        'Email contains a character that cannot be seen or looks like another. Type it again by hand.',
      ] as const,
  ),
  [
    'phone',
    'call me',
    'Phone is not a phone number. Use digits, spaces, + and -, or leave it empty.',
  ],
  ['phone', '1'.repeat(41), tooLong('Phone', '41', '40')],
  ['phone', 46701234567, 'Phone must be a text.'],
  ['password', '', 'Password is too short: at least 8 characters are needed.'],
  ['password', '🛒🛒🛒🛒🛒🛒🛒', 'Password is too short: at least 8 characters are needed.'],
  ['password', 'x'.repeat(129), 'Password is too long: at most 128 characters are possible.'],
  ['password', 'password1', 'Password is one of the first that others would try. Choose another.'],
  [
    'password',
    'ana@example.org',
    'Password is one of the first that others would try. Choose another.',
  ],
  ['password', 'purple\u0007bicycle', `Password ${unshowable}`],
  ['password', 'purple bicycle\udc00', `Password ${unshowable}`],
  ['password', 12345678, 'Password must be a text.'],
]

describeEachEngine('what people type into sign-up and sign-in', engine => {
  test('each wrong field is refused in a sentence, and makes no account', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    for (const [field, value, message] of refusals) {
      const answer = await browser.post('/auth/signup', { ...ana, [field]: value })
      expect(answer.status, message).toBe(200)
      expect(answer.body).toEqual({ success: false, field, message })
    }
    expect(await server.db.query.selectFrom('user').select('id').execute()).toEqual([])
  })

  test('what is valid comes back to the letter', async () => {
    await using server = await startTestServer(engine)
    const names = [
      '<script>alert(1)</script>',
      '🧑‍🌾 Ana 🛒',
      'نورة بنت عبد',
      "O'Brien; drop table user; --",
      'Zoë',
      '%s {{constructor}} $(7*7) \\n',
      'x'.repeat(200),
    ]
    for (const [index, firstName] of names.entries()) {
      const browser = server.client()
      const email = `ana+${index}@example.org`
      const answer = await browser.post('/auth/signup', {
        ...ana,
        firstName,
        lastName: firstName,
        email,
      })
      expect(answer.body).toMatchObject({ success: true })
      const { body } = await browser.get('/auth/status')
      expect(body.user).toMatchObject({ firstName, lastName: firstName, email })
    }
  })

  test('blanks around names go, blanks of a password count', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const fields = {
      ...ana,
      firstName: ' Ana ',
      email: ' ana@example.org ',
      password: ' 🛒 a purple bicycle ',
    }
    const { body } = await browser.post('/auth/signup', fields)
    expect(body.user).toMatchObject({ firstName: 'Ana', email: 'ana@example.org', phone: null })
    const signIn = (password: string) =>
      browser.post('/auth/login', { username: 'ANA@example.org', password })
    expect((await signIn(fields.password.trim())).body).toMatchObject({ success: false })
    expect((await signIn(fields.password)).body).toMatchObject({ success: true })
  })

  test('one password spelled in two ways is one password', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    await browser.post('/auth/signup', { ...ana, password: 'cafe\u0301 au lait' })
    const login = { username: ana.email, password: 'caf\u00e9 au lait' }
    expect((await browser.post('/auth/login', login)).body).toMatchObject({ success: true })
  })

  test('sign-in refuses what cannot be an account in a sentence', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const answers = [
      [{ password: 'x' }, 'username', 'Email is empty. Write your address, like ana@example.org.'],
      [
        { username: 'a\u0000@b.org', password: 'x' },
        'username',
        'Email is not an address. Write it like ana@example.org.',
      ],
      [{ username: ['ana@example.org'], password: 'x' }, 'username', 'Username must be a text.'],
      [{ username: ana.email }, 'password', 'Password is empty. Write your password.'],
      [{ username: ana.email, password: {} }, 'password', 'Password must be a text.'],
    ] as const
    for (const [body, field, message] of answers) {
      expect((await browser.post('/auth/login', body)).body).toEqual({
        success: false,
        field,
        message,
      })
    }
    for (const password of ['x'.repeat(60_000), '\ud800', '\u0000']) {
      const { status, body } = await browser.post('/auth/login', { username: ana.email, password })
      expect([status, body.message]).toEqual([
        200,
        'Email or password is wrong. Check both and try again.',
      ])
    }
  })

  test('a body that is no JSON object is refused with a type and without a trace', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"ana"',
      '7',
      'firstName=Ana',
      '\u0000',
      '['.repeat(60_000),
    ]
    for (const path of ['/auth/signup', '/auth/login']) {
      for (const body of bodies) {
        const answer = await browser.post(path, body)
        expect(answer.status).toBe(400)
        const message = 'The body of the request must be a JSON object.'
        expect(answer.body).toEqual({
          success: false,
          message,
          errors: [{ message, extensions: { code: 'BAD_INPUT', field: 'body' } }],
        })
      }
      const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
      const { status, text } = await browser.post(path, deep)
      expect(status).toBe(200)
      expect(text).not.toContain('at ')
    }
  })

  test('a name from a prototype is a name like any other', async () => {
    await using server = await startTestServer(engine)
    const body = '{"__proto__":{"firstName":"Eve"},"constructor":{"x":1},"lastName":"Lind"}'
    const answer = await server.client().post('/auth/signup', body)
    expect(answer.body).toMatchObject({ success: false, field: 'firstName' })
  })

  test('a body over 64 kB is refused unread', async () => {
    await using server = await startTestServer(engine)
    const answer = await server.client().post('/auth/login', { username: 'x'.repeat(66_000) })
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
  })

  test('what is not built is not there', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const answers = [
      await browser.get('/auth/oauth-user'),
      await browser.get('/auth/login'),
      await browser.get('/auth/__proto__'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toMatchObject({ success: false, message: 'There is nothing at this address.' })
    }
  })
})
