/** What is sent while the browser says that there is no network. */
import { describe, expect, it } from 'vitest'
import { heedOnlineHint } from '../../src/network/online-hint.ts'
import type { Network, Outcome, SendOptions } from '../../src/offline/sync/network.ts'

const minute = 60_000

describe('while the browser says that there is no network', () => {
  it('nothing is sent, and it is known at once', async () => {
    const { ask, sent, browser } = open()
    browser.online = false
    expect(await ask()).toEqual({ kind: 'outage', cause: 'offline' })
    expect(sent()).toBe(0)
    browser.online = true
    expect((await ask()).kind).toBe('answer')
  })

  it.each<Partial<SendOptions>>([{ waitedFor: true }, { anyway: true }])(
    'a person who waits gets a try: %j',
    async options => {
      const { ask, sent, browser } = open()
      browser.online = false
      await ask(options)
      expect(sent()).toBe(1)
    },
  )

  it('one request a minute goes out, for the browser may be wrong', async () => {
    const { ask, sent, browser, pass } = open({ kind: 'outage', cause: 'unreachable' })
    browser.online = false
    await ask()
    pass(minute - 1)
    await ask()
    expect(sent()).toBe(0)
    pass(1)
    await ask()
    await ask()
    expect(sent()).toBe(1)
    pass(minute)
    await ask()
    expect(sent()).toBe(2)
  })

  it('and where the clock is set back by hours, too', async () => {
    const { ask, sent, browser, pass } = open({ kind: 'outage', cause: 'unreachable' })
    browser.online = false
    await ask()
    pass(-180 * minute)
    await ask()
    expect(sent()).toBe(1)
    pass(minute - 1)
    await ask()
    expect(sent()).toBe(1)
    pass(1)
    await ask()
    expect(sent()).toBe(2)
  })

  it('a server that answers all the same is believed, until the browser changes its mind', async () => {
    const { ask, sent, browser } = open()
    browser.online = false
    await ask({ anyway: true })
    await ask()
    expect(sent()).toBe(2)
    browser.online = true
    await ask()
    browser.online = false
    expect((await ask()).kind).toBe('outage')
    expect(sent()).toBe(3)
  })

  it('a stream that opens all the same is believed as an answer is', async () => {
    const { ask, listen, sent, browser, pass, streams } = open()
    browser.online = false
    await ask()
    pass(minute)
    listen(() => {})
    expect(streams()).toBe(1)
    expect((await ask()).kind).toBe('answer')
    expect(sent()).toBe(1)
  })

  it('no stream is opened: it ends, so that it is tried again later', async () => {
    const { listen, browser, streams } = open()
    browser.online = false
    const ends: string[] = []
    listen(outcome => ends.push(outcome))
    listen(outcome => ends.push(outcome)).close()
    await Promise.resolve()
    expect([ends, streams()]).toEqual([['outage'], 0])
    browser.online = true
    listen(() => {})
    expect(streams()).toBe(1)
  })
})

function open(outcome: Outcome<never> = { kind: 'answer', data: undefined as never }) {
  const browser = { online: true }
  let at = 1_000_000
  let sent = 0
  let streams = 0
  const plain: Network = {
    async send() {
      sent += 1
      return outcome
    },
    listen(listener) {
      streams += 1
      listener.onOpen()
      return { close() {} }
    },
  }
  const network = heedOnlineHint(plain, { isOnline: () => browser.online, now: () => at })
  const document = { kind: 'Document', definitions: [] } as never
  return {
    browser,
    sent: () => sent,
    streams: () => streams,
    pass: (ms: number) => {
      at += ms
    },
    ask: (options: Partial<SendOptions> = {}) =>
      network.send(document, {}, { note: '', requestToken: 'token', ...options }),
    listen: (onEnd: (outcome: string) => void) =>
      network.listen({ onOpen() {}, onHint() {}, onEnd }),
  }
}
