/** The widget of a configured captcha, in the place of the provider's own script. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { createPlayedServer } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'
// Loaded beforehand, as the stage does with what others show.
import '../../../src/site/contact-screen.tsx'

function configured() {
  const local = createMemoryKeyValue()
  const settings = { apiEnv: '', captchaProvider: 'turnstile', captchaSiteKey: 'public-key' }
  local.set('aisle.settings', JSON.stringify(settings))
  return local
}

/** As a provider's script: a button that gives a new token at each press. */
function playWidget() {
  let made = 0
  const resets: unknown[] = []
  vi.stubGlobal('turnstile', {
    render(box: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = `I am a person (${options.sitekey})`
      button.addEventListener('click', () => {
        made += 1
        options.callback(`token ${made}`)
      })
      box.append(button)
      return 'widget'
    },
    reset: (id: unknown) => resets.push(id),
  })
  return resets
}

test('its proof goes along with one call each, and it begins anew', async () => {
  const resets = playWidget()
  const server = createPlayedServer()
  server.accountAnswers.set('login', { success: false, message: 'Email or password is wrong.' })
  const loaded: string[] = []
  const { user } = await openApp({
    path: '/login',
    server,
    local: configured(),
    loadScript: async src => void loaded.push(src),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(await screen.findByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('alert')
  await user.type(screen.getByLabelText('Password'), ' again')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('alert')
  const sent = server.accountCalls.map(({ body }) => Object(body).recaptcha)
  expect(sent).toEqual(['token 1', ''])
  expect(resets).toEqual(['widget'])
  expect(loaded).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js'])
  vi.unstubAllGlobals()
})

test('a recovery code goes along with a proof of its own, and what was typed stays until then', async () => {
  playWidget()
  const server = createPlayedServer()
  const needed = { success: false, reason: 'SECOND_STEP', message: 'One more step.' }
  server.accountAnswers.set('login', needed)
  const { user } = await openApp({
    path: '/login',
    server,
    local: configured(),
    loadScript: async () => {},
  })
  const person = await screen.findByRole('button', { name: 'I am a person (public-key)' })
  const signIn = screen.getByRole('button', { name: 'Sign in' })
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(person)
  await user.click(signIn)
  const code = await screen.findByRole('textbox', { name: 'Recovery code' })
  const complaint = 'It could not be seen that you are a person. Do it once more, then try again.'
  server.accountAnswers.set('login', { success: false, field: 'recaptcha', message: complaint })
  await user.type(code, 'K7QDM')
  await user.click(signIn)
  expect(await screen.findByText(complaint)).toBeTruthy()
  expect(code).toHaveProperty('value', 'K7QDM')
  await user.click(person)
  await user.click(signIn)
  await vi.waitFor(() => expect(server.accountCalls).toHaveLength(3))
  const sent = server.accountCalls.map(({ body }) => {
    const { password, recoveryCode, recaptcha } = Object(body)
    return [password, recoveryCode, recaptcha]
  })
  expect(sent).toEqual([
    ['correct horse', '', 'token 1'],
    ['correct horse', 'K7QDM', ''],
    ['correct horse', 'K7QDM', 'token 2'],
  ])
  vi.unstubAllGlobals()
})

test('a message to the desk carries it, and what was typed stays where it was refused', async () => {
  playWidget()
  const server = createPlayedServer()
  const complaint = 'It could not be seen that you are a person. Do it once more, then try again.'
  server.accountAnswers.set('contact', { success: false, field: 'recaptcha', message: complaint })
  const { user } = await openApp({
    path: '/contact',
    server,
    local: configured(),
    loadScript: async () => {},
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'How do I host it?')
  await user.click(await screen.findByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect((await screen.findByRole('alert')).textContent).toContain(complaint)
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty(
    'value',
    'How do I host it?',
  )
  server.accountAnswers.set('contact', { success: true, message: 'Thank you.' })
  await user.click(screen.getByRole('button', { name: 'I am a person (public-key)' }))
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Thank you.')
  const sent = server.accountCalls.filter(({ call }) => call === 'contact')
  expect(sent.map(({ body }) => Object(body).recaptcha)).toEqual(['token 1', 'token 2'])
  vi.unstubAllGlobals()
})

test('where its script cannot be had, that is said, and it can be tried again', async () => {
  playWidget()
  let reachable = false
  const { user } = await openApp({
    path: '/forgotpassword',
    local: configured(),
    loadScript: async () => {
      if (!reachable) throw new Error('Blocked.')
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  reachable = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /I am a person/ })).toBeTruthy()
  vi.unstubAllGlobals()
})

test('without one no script is loaded', async () => {
  const loaded: string[] = []
  await openApp({ path: '/login', loadScript: async src => void loaded.push(src) })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(loaded).toEqual([])
})
