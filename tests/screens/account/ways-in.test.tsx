/** By what one gets into the account: address, first password, provider, second step, and the question who it is. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import type { OidcPerson } from '../../support/server/oidc.ts'
import { openServerWithMail } from '../mail-stage.ts'
import { loseAnswer } from '../meddle.ts'
import { addPasskey, requireSecondStep } from '../passkey-stage.ts'
import { comeBack, openServerWithProvider, walkBack } from '../provider-stage.ts'
import { openApp } from '../stage.tsx'
import { openServer, type StageServer } from '../stage-server.ts'

const path = '/product/account'
const section = async (name: string) => within(await screen.findByRole('region', { name }))

const eva: OidcPerson = {
  sub: 'person-7',
  email: 'eva@example.org',
  email_verified: true,
  given_name: 'Eva',
  family_name: 'Sol',
}

const waysInto = async ({ browser }: StageServer) => (await browser.get('/auth/ways-in')).body

const bodiesOf = (server: StageServer, call: string) =>
  server.calls.filter(one => one.call === call).map(({ body }) => Object(body))

/** The email of Ana's account, as her phone is told. */
async function emailOf({ phone }: StageServer): Promise<unknown> {
  return Object((await phone.get('/auth/status')).body.user).email
}

/** What is scrolled to, where all that is watched is told to have grown at once. */
function observeAll(): readonly Element[] {
  const shown: Element[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this)
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  class ToldAtOnce {
    observe: () => void
    disconnect() {}
    constructor(grown: () => void) {
      this.observe = grown
    }
  }
  vi.stubGlobal('ResizeObserver', ToldAtOnce)
  return shown
}

/** Who signed in a while ago is asked who it is. */
function letTimePass({ server }: StageServer): void {
  server.clock.advance({ minutes: 11 })
}

describe('the address', () => {
  test('is changed after the question who it is, and what was typed stays', async () => {
    const { server, mailTo } = await openServerWithMail()
    letTimePass(server)
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.click(part.getByRole('button', { name: 'Change email' }))
    expect(part.getByText(/This is your email already/)).toBeTruthy()
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(part.getByRole('button', { name: 'Change email' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await user.type(dialog.getByLabelText('Your password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const wrong = 'Password is wrong. Write the one that you sign in with.'
    expect(await dialog.findByText(wrong)).toBeTruthy()
    await user.clear(dialog.getByLabelText('Your password'))
    await user.type(dialog.getByLabelText('Your password'), 'correct horse')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const asked =
      'Look into the mail of new@example.org: open the link there, and it is your email. Until then nothing changes.'
    expect(await part.findByText(asked)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bodiesOf(server, '/auth/change-email')).toEqual([
      { email: 'new@example.org' },
      { email: 'new@example.org' },
    ])
    expect((await mailTo('new@example.org')).subject).toBe('Is this your new email?')
    expect(await emailOf(server)).toBe('ana@example.org')
  })

  test('is changed at once where no mail proves it, which is said where it was typed', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org{Enter}')
    await screen.findByText('Signed in as new@example.org')
    expect(part.getByRole('status', { name: 'Your email' }).textContent).not.toBe('')
    expect(part.getByRole('textbox', { name: 'Email' })).toBe(email)
    expect(email).toHaveProperty('value', 'new@example.org')
    expect(await emailOf(server)).toBe('new@example.org')
  })

  test('is shown as it is by now where no answer came', async () => {
    const server = await openServer()
    loseAnswer(server, 'new@example.org')
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org{Enter}')
    await part.findByRole('alert')
    expect(await screen.findByText('Signed in as new@example.org')).toBeTruthy()
  })

  test('is shown as it is by now where it was changed before', async () => {
    const { user, server } = await openApp({ path, signedIn: true })
    const part = await section('Email')
    await server.phone.post('/auth/change-email', { email: 'new@example.org' })
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org{Enter}')
    expect(await part.findByText('This is your email already.')).toBeTruthy()
    expect(await screen.findByText('Signed in as new@example.org')).toBeTruthy()
  })

  test('that waits for its link is shown, and called off again', async () => {
    const { server, linkTo } = await openServerWithMail()
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(part.getByRole('button', { name: 'Change email' }))
    const cancel = await part.findByRole('button', { name: 'Cancel the change' })
    expect(part.getByText(/becomes your email/).textContent).toContain('new@example.org')
    const { token } = await linkTo('new@example.org')
    await user.click(cancel)
    expect(await part.findByText('Your email stays ana@example.org.')).toBeTruthy()
    await waitFor(() => {
      expect(part.queryByText(/becomes your email/)).toBeNull()
    })
    expect(part.queryByText(/open the link there/)).toBeNull()
    const { body } = await server.phone.post('/auth/verify-new-email', { token })
    expect(body).toMatchObject({ success: false, reason: 'USED' })
  })

  test('that another device waits for is shown no more once that is signed out', async () => {
    const { server } = await openServerWithMail()
    await server.phone.post('/auth/change-email', { email: 'new@example.org' })
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    await part.findByText(/becomes your email/)
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => {
      expect(part.queryByText(/becomes your email/)).toBeNull()
    })
  })

  test('that its link has changed in another tab is the one here, and waits no more', async () => {
    const local = createMemoryKeyValue()
    const { server, linkTo } = await openServerWithMail()
    const { user } = await openApp({ path, signedIn: true, server, local })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org{Enter}')
    await part.findByText(/becomes your email/)
    const { token } = await linkTo('new@example.org')
    await server.phone.post('/auth/verify-new-email', { token })
    const { body } = await server.browser.get('/auth/status')
    local.set('aisle.user', JSON.stringify(body.user))
    act(() => local.changeElsewhere('aisle.user'))
    expect(await screen.findByText('Signed in as new@example.org')).toBeTruthy()
    expect(part.queryByText(/becomes your email/)).toBeNull()
  })

  test.each([
    ['comes into view', () => void fireEvent(document, new Event('visibilitychange'))],
    ['gets the focus', () => void fireEvent.focus(window)],
  ])(
    'that its link has changed on another device is the one here once the page %s',
    async (_, look) => {
      const { server, linkTo } = await openServerWithMail()
      const { user } = await openApp({ path, signedIn: true, server })
      const part = await section('Email')
      const email = part.getByRole('textbox', { name: 'Email' })
      await user.clear(email)
      await user.type(email, 'new@example.org{Enter}')
      await part.findByText(/becomes your email/)
      expect(part.getByText(/Until then nothing changes/)).toBeTruthy()
      const { token } = await linkTo('new@example.org')
      await server.phone.post('/auth/verify-new-email', { token })
      look()
      expect(await screen.findByText('Signed in as new@example.org')).toBeTruthy()
      await waitFor(() => expect(part.queryByText(/becomes your email/)).toBeNull())
      expect(part.getByRole('status', { name: 'Your email' }).textContent).toBe(
        'Your email is new@example.org now.',
      )
    },
  )

  test.each(['before the question came', 'while it was answered'])(
    'and a passkey are changed after one question, where the second was refused %s',
    async when => {
      const server = await openServer()
      await addPasskey(server.phone)
      letTimePass(server)
      const { fetch } = server
      const refused = Promise.withResolvers<void>()
      const confirming = Promise.withResolvers<void>()
      if (when === 'before the question came') confirming.resolve()
      Object.assign(server, {
        fetch: async (input: string, init: RequestInit) => {
          if (input.endsWith('/auth/confirm')) {
            confirming.resolve()
            await refused.promise
          }
          const answer = await fetch(input, init)
          if (!input.endsWith('/auth/passkey/remove')) return answer
          await confirming.promise
          // Once whoever waits for it has read it.
          setTimeout(refused.resolve, 50)
          return answer
        },
      })
      const { user } = await openApp({ path, signedIn: true, server })
      const part = await section('Email')
      const email = part.getByRole('textbox', { name: 'Email' })
      await user.clear(email)
      await user.type(email, 'new@example.org')
      const change = part.getByRole('button', { name: 'Change email' })
      await user.click(await screen.findByRole('button', { name: 'Remove' }))
      const question = within(await screen.findByRole('dialog', { name: 'Remove “My key”?' }))
      fireEvent.click(change)
      fireEvent.click(question.getByRole('button', { name: 'Remove' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
      await waitFor(() => {
        expect(bodiesOf(server, '/auth/change-email')).toHaveLength(1)
        expect(bodiesOf(server, '/auth/passkey/remove')).toHaveLength(1)
      })
      await user.type(dialog.getByLabelText('Your password'), 'correct horse')
      await user.click(dialog.getByRole('button', { name: 'Confirm' }))
      expect(await screen.findByText('“My key” is removed.')).toBeTruthy()
      expect(await part.findByRole('button', { name: 'Change email' })).toBeTruthy()
      expect(await emailOf(server)).toBe('new@example.org')
    },
  )

  test('stays as it is where nobody confirms', async () => {
    const server = await openServer()
    letTimePass(server)
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(part.getByRole('button', { name: 'Change email' }))
    await screen.findByRole('dialog', { name: 'Is it you?' })
    await user.keyboard('{Escape}')
    expect((await part.findByRole('alert')).textContent).toMatch(/Nothing was changed/)
    expect(email).toHaveProperty('value', 'new@example.org')
    expect(await emailOf(server)).toBe('ana@example.org')
  })

  test('that nobody proved is asked about, with a link to send', async () => {
    const { server, linkTo } = await openServerWithMail()
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    await user.click(await part.findByRole('button', { name: 'Send a link' }))
    expect(await part.findByText(/a mail with a link is on its way/)).toBeTruthy()
    expect(bodiesOf(server, '/auth/resend-verification-email')).toMatchObject([
      { email: server.person.email },
    ])
    expect((await linkTo(server.person.email)).path).toMatch(/^\/verify-email/)
  })

  test('is changed by the link, each end with its next step', async () => {
    const { server, linkTo } = await openServerWithMail()
    await server.phone.post('/auth/change-email', { email: 'new@example.org' })
    const link = await linkTo('new@example.org')
    const { href } = await openApp({ path: link.path, server })
    expect(await screen.findByRole('heading', { name: 'Email changed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(bodiesOf(server, '/auth/verify-new-email')).toEqual([{ token: link.token }])
    expect(href()).toBe('/change-email')
    expect(await emailOf(server)).toBe('new@example.org')
  })

  test('is not called unchanged where the answer to its link was lost', async () => {
    const { server, linkTo } = await openServerWithMail()
    await server.phone.post('/auth/change-email', { email: 'new@example.org' })
    const link = await linkTo('new@example.org')
    loseAnswer(server, link.token, 1)
    const { user, go } = await openApp({ path: link.path, signedIn: true, server })
    expect(await screen.findByRole('heading', { name: 'No answer yet' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/Sign in with the new email, or/)
    await go({ to: path })
    expect(await screen.findByText('Signed in as new@example.org')).toBeTruthy()
  })

  test('stays where the link is too old, and leads to the settings', async () => {
    const { server, linkTo } = await openServerWithMail()
    await server.phone.post('/auth/change-email', { email: 'new@example.org' })
    const link = await linkTo('new@example.org')
    server.server.clock.advance({ days: 1, minutes: 1 })
    await openApp({ path: link.path, server })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link is too old. Ask for a new one in your account settings.',
    )
    expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
    expect(await emailOf(server)).toBe('ana@example.org')
  })
})

test('who has no password sets the first one', async () => {
  const { server, provider } = await openServerWithProvider()
  const way = `/auth/oauth?next=${encodeURIComponent(path)}`
  const back = await comeBack(server, provider, eva, way)
  const { user } = await openApp({ path: back, server })
  const part = await section('Password and passkeys')
  expect(await part.findByText(/You have no password yet/)).toBeTruthy()
  expect(part.queryByLabelText('Current password')).toBeNull()
  await user.type(part.getByLabelText('New password'), 'six green paper boats')
  await user.click(part.getByRole('button', { name: 'Set password' }))
  expect(await part.findByText(/Your new password is set/)).toBeTruthy()
  const mine = { username: eva.email, password: 'six green paper boats' }
  expect((await server.server.client().post('/auth/login', mine)).body.success).toBe(true)
  expect(bodiesOf(server, 'updateUserPassword')).toMatchObject([
    { currentPassword: '', newPassword: 'six green paper boats' },
  ])
})

test('who has no password, and nothing else to confirm by, gets one by mail', async () => {
  const { server, linkTo } = await openServerWithMail()
  const { email } = eva
  const fields = { firstName: 'Eva', lastName: 'Sol', email, phone: '', password: 'correct horse' }
  // Nobody knows which of the two is hers.
  for (const device of [server.server.client(), server.server.client()]) {
    await device.post('/auth/signup', fields)
  }
  const link = await linkTo(email)
  const { user, go } = await openApp({ path: link.path, server })
  expect(await screen.findByText(/has no password yet: set one/)).toBeTruthy()
  letTimePass(server)
  await go({ to: path })
  const part = await section('Password and passkeys')
  await part.findByText(/You have no password yet/)
  await user.type(part.getByLabelText('New password'), 'six green paper boats')
  await user.click(part.getByRole('button', { name: 'Set password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await user.click(dialog.getByRole('link', { name: 'Set a password by mail' }))
  await user.click(await screen.findByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/a mail with a link is on its way/)).toBeTruthy()
  expect((await linkTo(email)).path).toMatch(/^\/reset-password/)
})

test('another provider is taken away, and says why it could not be linked', async () => {
  const { server, provider } = await openServerWithProvider()
  // Eva's sign-in there opens an account of her own here.
  await comeBack(server, provider, eva)
  server.signIn()
  async function linkTo(person: OidcPerson) {
    const { body } = await server.browser.post('/auth/provider/link', {})
    return walkBack(server, provider, person, String(body.url))
  }
  expect(await linkTo({ ...eva, sub: 'person-8', email: server.person.email })).toBe(
    `${path}#linked=yes`,
  )
  const taken = await linkTo(eva)
  expect(taken).toBe(`${path}#failure=taken`)
  const { user, href } = await openApp({ path: taken, signedIn: true, server })
  const part = await section('Sign-in with Home')
  expect(part.getByText(/has another account here/)).toBeTruthy()
  expect(href()).toBe(path)
  await user.click(part.getByRole('button', { name: 'Stop signing in with Home' }))
  expect(await part.findByText('Home no longer signs you in.')).toBeTruthy()
  expect(await part.findByRole('button', { name: 'Sign in with Home, too' })).toBeTruthy()
  expect(await waysInto(server)).toMatchObject({ provider: { name: 'Home', since: null } })
})

test.each([
  ['linked=yes', 'Home signs you in from now on.'],
  ['failure=taken', /has another account here/],
])(
  'whoever comes back from another provider by #%s is led to what came of it',
  async (hash, said) => {
    const { server } = await openServerWithProvider()
    const shown = observeAll()
    await openApp({ path: `${path}#${hash}`, signedIn: true, server })
    const part = await section('Sign-in with Home')
    expect(document.activeElement).toBe(part.getByText(said).parentElement)
    expect(shown).toContain(screen.getByRole('region', { name: 'Sign-in with Home' }))
  },
)

test('what another provider brings is no part of the page that the address names', async () => {
  const { server } = await openServerWithProvider()
  const { href } = await openApp({ path: `${path}#preferences`, signedIn: true, server })
  await section('Sign-in with Home')
  expect(href()).toBe(`${path}#preferences`)
})

test.each([
  ['confirms where no passkey is required', false, 1],
  ['is not offered to who requires a passkey', true, 0],
])('another provider %s', async (_, isRequired, offers) => {
  const { server, provider } = await openServerWithProvider()
  server.signIn()
  const { body } = await server.browser.post('/auth/provider/link', {})
  await walkBack(server, provider, eva, String(body.url))
  const authenticator = await addPasskey(server.phone)
  if (isRequired) await requireSecondStep(server.phone)
  letTimePass(server)
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove “My key”?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await dialog.findByRole('button', { name: 'Confirm with a passkey' })
  expect(dialog.queryAllByRole('button', { name: 'Sign in again with Home' })).toHaveLength(offers)
})

test('what was typed is there again after the way to another provider and back', async () => {
  const { server, provider } = await openServerWithProvider()
  server.signIn()
  const { body } = await server.browser.post('/auth/provider/link', {})
  await walkBack(server, provider, eva, String(body.url))
  letTimePass(server)
  const { user, perTab, leftTo, close } = await openApp({ path, signedIn: true, server })
  const email = (await section('Email')).getByRole('textbox', { name: 'Email' })
  await user.clear(email)
  await user.type(email, 'new@example.org{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Sign in again with Home' }))
  expect(leftTo()).toMatch(/\/auth\/oauth\?next=%2Fproduct%2Faccount$/)
  window.dispatchEvent(new Event('pagehide'))
  await close()
  await openApp({ path, signedIn: true, server, perTab })
  expect(await screen.findByDisplayValue('new@example.org')).toBeTruthy()
})

test('the second step is required, shows its code once, and ends again', async () => {
  const server = await openServer()
  const authenticator = await addPasskey(server.phone)
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  const part = await section('Password and passkeys')
  await user.click(await part.findByRole('button', { name: 'Always ask for a passkey' }))
  const code = await part.findByRole('textbox', { name: 'Recovery code' })
  expect(code).toHaveProperty('value', expect.stringMatching(/^([A-Z0-9]{5}-){4}[A-Z0-9]{5}$/))
  expect(await waysInto(server)).toMatchObject({ secondStep: true })
  await user.click(await part.findByRole('button', { name: 'Stop asking for a passkey' }))
  expect(await part.findByRole('button', { name: 'Always ask for a passkey' })).toBeTruthy()
  expect(part.queryByRole('textbox', { name: 'Recovery code' })).toBeNull()
  const asked = bodiesOf(server, '/auth/second-step').map(({ required }) => required)
  expect(asked).toEqual([true, false])
  expect(await waysInto(server)).toMatchObject({ secondStep: false })
})

describe('the recovery code', () => {
  async function openWays() {
    const server = await openServer()
    const authenticator = await addPasskey(server.phone)
    const lost = new Set<string>()
    const fetch: typeof server.fetch = async (input, init) => {
      const response = await server.fetch(input, init)
      if (lost.has(new URL(input).pathname)) throw new TypeError('Failed to fetch')
      return response
    }
    const stage = { ...server, fetch }
    const { user } = await openApp({ path, signedIn: true, server: stage, authenticator })
    const part = await section('Password and passkeys')
    const turnOn = await part.findByRole('button', { name: 'Always ask for a passkey' })
    return { server, lost, user, part, turnOn }
  }

  test('is shown also where the ways in cannot be read afterwards', async () => {
    const { lost, user, part, turnOn } = await openWays()
    lost.add('/auth/ways-in')
    await user.click(turnOn)
    const code = await part.findByRole('textbox', { name: 'Recovery code' })
    expect(code).toHaveProperty('value', expect.stringMatching(/^([A-Z0-9]{5}-){4}/))
    expect(part.getByText('Turned on. Keep the code beneath.')).toBeTruthy()
  })

  test('whose answer was lost is made anew', async () => {
    const { server, lost, user, part, turnOn } = await openWays()
    lost.add('/auth/second-step')
    await user.click(turnOn)
    const anew = await part.findByRole('button', { name: 'Make a new recovery code' })
    expect(part.getByRole('button', { name: 'Stop asking for a passkey' })).toBeTruthy()
    expect(part.queryByRole('textbox', { name: 'Recovery code' })).toBeNull()
    lost.clear()
    await user.click(anew)
    const code = await part.findByRole('textbox', { name: 'Recovery code' })
    expect(part.queryByRole('button', { name: 'Make a new recovery code' })).toBeNull()
    const mine = { username: server.person.email, password: 'correct horse' }
    const recoveryCode = (code as HTMLInputElement).value
    const { body } = await server.server.client().post('/auth/login', { ...mine, recoveryCode })
    expect(body.success).toBe(true)
  })
})

describe('a sign-in that asks for a passkey', () => {
  async function signInAs(works: boolean) {
    const server = await openServer()
    const key = await addPasskey(server.phone)
    const recoveryCode = await requireSecondStep(server.phone)
    const authenticator = { ...key, works }
    const opened = await openApp({ path: '/login', server, authenticator })
    const { user } = opened
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    return { ...opened, recoveryCode }
  }

  test('goes on with it at once', async () => {
    const { path: at, server } = await signInAs(true)
    await waitFor(() => expect(at()).toMatch(/^\/product/))
    expect(await waysInto(server)).toMatchObject({ secondStep: true })
  })

  test('takes the recovery code where there is none', async () => {
    const { user, path: at, server, recoveryCode } = await signInAs(false)
    expect((await screen.findByRole('alert')).textContent).toMatch(/this browser has none/)
    await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), recoveryCode)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(at()).toMatch(/^\/product/))
    expect(bodiesOf(server, '/auth/login').at(-1)).toMatchObject({ recoveryCode })
    expect(await waysInto(server)).toMatchObject({ secondStep: false })
  })
})
