/** The widget of a configured captcha, in the place of the provider's own script. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startCaptchaVerifier } from '../../support/server/captcha-verifier.ts'
import { addPasskey, requireSecondStep } from '../passkey-stage.ts'
import { openApp } from '../stage.tsx'
import { keptSettings, openServer, type StageServer } from '../stage-server.ts'
// Loaded beforehand, as the stage does with what others show.
import '../../../src/site/contact-screen.tsx'

const without = 'Show first that you are a person, then try again.'
const refused = 'It could not be seen that you are a person. Do it once more, then try again.'

/** A server that asks for it, a browser that knows so, and the provider, who takes each "a person …" once. */
async function start() {
  const verifier = await startCaptchaVerifier()
  onTestFinished(() => verifier[Symbol.asyncDispose]())
  const { verifyUrl } = verifier
  const captcha = { provider: 'turnstile', siteKey: 'public-key', secret: 'private-key' } as const
  const server = await openServer({ settings: { captcha: { ...captcha, verifyUrl } } })
  const verified = () => verifier.asked.map(fields => fields.get('response'))
  return { verifier, verified, server, local: await keptSettings(server) }
}

/** As a provider's script: a button that gives these tokens, one at each press. */
function playWidget(tokens: readonly string[]) {
  let made = 0
  const resets: unknown[] = []
  vi.stubGlobal('turnstile', {
    render(box: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `I am a person (${options.sitekey})`
      button.addEventListener('click', () => {
        options.callback(tokens[made] ?? 'a robot')
        made += 1
      })
      box.append(button)
      return 'widget'
    },
    reset: (id: unknown) => resets.push(id),
  })
  return resets
}

afterEach(() => void vi.unstubAllGlobals())

const sentOf = (server: StageServer, path: string) =>
  server.calls.filter(({ call }) => call === path).map(({ body }) => Object(body))

test('its proof goes along with one call each, and it begins anew', async () => {
  const resets = playWidget(['a person 1'])
  const { verifier, server, local } = await start()
  const loaded: string[] = []
  const { user } = await openApp({
    path: '/login',
    server,
    local,
    loadScript: async src => void loaded.push(src),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(await screen.findByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Email or password is wrong. Check both and try again.',
  )
  await user.type(screen.getByLabelText('Password'), ' again')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(without))
  const sent = sentOf(server, '/auth/login').map(({ recaptcha }) => recaptcha)
  expect(sent).toEqual(['a person 1', ''])
  expect(verifier.asked.map(fields => Object.fromEntries(fields))).toEqual([
    { secret: 'private-key', response: 'a person 1', remoteip: '203.0.113.7' },
  ])
  expect(resets).toEqual(['widget'])
  expect(loaded).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js'])
})

test('a recovery code goes along with a proof of its own, and what was typed stays until then', async () => {
  playWidget(['a person 1', 'a person 2'])
  const { verified, server, local } = await start()
  await addPasskey(server.phone)
  const recoveryCode = await requireSecondStep(server.phone)
  const { user, path } = await openApp({ path: '/login', server, local })
  const person = await screen.findByRole('button', { name: 'I am a person (public-key)' })
  const signIn = screen.getByRole('button', { name: 'Sign in' })
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(person)
  await user.click(signIn)
  const code = await screen.findByRole('textbox', { name: 'Recovery code' })
  await user.type(code, recoveryCode)
  await user.click(signIn)
  expect(await screen.findByText(without)).toBeTruthy()
  expect(code).toHaveProperty('value', recoveryCode)
  await user.click(person)
  await user.click(signIn)
  await waitFor(() => expect(path()).toBe('/product'))
  const sent = sentOf(server, '/auth/login').map(({ password, recoveryCode, recaptcha }) => {
    return [password, recoveryCode, recaptcha]
  })
  expect(sent).toEqual([
    ['correct horse', '', 'a person 1'],
    ['correct horse', recoveryCode, ''],
    ['correct horse', recoveryCode, 'a person 2'],
  ])
  expect(verified()).toEqual(['a person 1', 'a person 2'])
})

test('a message to the desk carries it, and what was typed stays where it was refused', async () => {
  playWidget(['a robot', 'a person'])
  const { verified, server, local } = await start()
  const { user } = await openApp({ path: '/contact', server, local })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'How do I host it?')
  await user.click(await screen.findByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect((await screen.findByRole('alert')).textContent).toContain(refused)
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty(
    'value',
    'How do I host it?',
  )
  const arrived = () => server.server.db.query.selectFrom('feedback').select('feedback').execute()
  expect(await arrived()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Thank you. Your message has arrived.')
  const sent = sentOf(server, '/auth/contact').map(({ recaptcha }) => recaptcha)
  expect(sent).toEqual(['a robot', 'a person'])
  expect(verified()).toEqual(sent)
  expect(await arrived()).toEqual([{ feedback: 'How do I host it?' }])
})

test('where its script cannot be had, that is said, and it can be tried again', async () => {
  playWidget([])
  const { server, local } = await start()
  let reachable = false
  const { user } = await openApp({
    path: '/forgotpassword',
    server,
    local,
    loadScript: async () => {
      if (!reachable) throw new Error('Blocked.')
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  reachable = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /I am a person/ })).toBeTruthy()
})

test('without one no script is loaded', async () => {
  const loaded: string[] = []
  await openApp({ path: '/login', loadScript: async src => void loaded.push(src) })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(loaded).toEqual([])
})

test.each(['/resend-verification-email', '/verify-email?token=x'])(
  'on %s, where the server wants no proof, no script is loaded either',
  async path => {
    playWidget([])
    const { server, local } = await start()
    const loaded: string[] = []
    await openApp({ path, server, local, loadScript: async src => void loaded.push(src) })
    expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeTruthy()
    expect(loaded).toEqual([])
  },
)
