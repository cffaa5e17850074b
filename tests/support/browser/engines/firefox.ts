/** Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which it speaks itself. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTab, type Engine, type Tab } from './engine.ts'
import { findProgram, startProgram, untilThere } from './program.ts'

/** Beyond what Firefox sets by itself where it is driven. */
const preferences: Readonly<Record<string, unknown>> = {
  // Else it asks whether to start in safe mode after some kills, and opens again what was open.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
}

interface Bidi {
  send<Answer>(method: string, params: object): Promise<Answer>
}

interface CallAnswer {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value: string }
  readonly exceptionDetails?: { readonly text: string }
}

export const firefox: Engine = {
  name: 'Firefox',
  keepsProfile: true,
  async start(profile) {
    const path = findProgram(['firefox-esr', 'firefox'], 'FIREFOX_PATH')
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    writeFileSync(join(profile, 'user.js'), lines.join('\n'))
    // That of a browser that was killed would lead to a port where nobody listens.
    const addressFile = join(profile, 'WebDriverBiDiServer.json')
    rmSync(addressFile, { force: true })
    const program = startProgram(path, [
      ...['--headless', '--no-remote', '--width', '1000', '--height', '800'],
      ...['--profile', profile, '--remote-debugging-port', '0'],
    ])
    try {
      const { ws_host: host, ws_port: port } = await untilThere('Firefox', program, () =>
        JSON.parse(readFileSync(addressFile, 'utf8')),
      )
      const bidi = await connect(`ws://${host}:${port}/session`)
      await bidi.send('session.new', { capabilities: {} })
      return {
        openTab: () => openTab(bidi),
        async close() {
          // The connection may be gone before the answer.
          await bidi.send('browser.close', {}).catch(() => {})
          await program.ended()
        },
        kill: program.kill,
      }
    } catch (error) {
      await program.kill()
      throw error
    }
  },
}

async function openTab(bidi: Bidi): Promise<Tab> {
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
  })
  return createTab({
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' })
    },
    async call(functionDeclaration, text) {
      const answer = await bidi.send<CallAnswer>('script.callFunction', {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
        arguments: [{ type: 'string', value: text }],
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
      return answer.result?.value ?? ''
    },
    async act(actions) {
      await bidi.send('input.performActions', { context, actions })
    },
  })
}

async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(address)
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { type, id, result, error, message } = JSON.parse(data)
    if (type === 'error') asked.get(id)?.reject(new Error(`${error}: ${message}`))
    else asked.get(id)?.resolve(result)
    asked.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('close', () => {
      const gone = new Error('Firefox has closed the connection.')
      reject(gone)
      for (const one of asked.values()) one.reject(gone)
    })
  })
  return {
    async send<Answer>(method: string, params: object) {
      const one = Promise.withResolvers<unknown>()
      last += 1
      asked.set(last, one)
      socket.send(JSON.stringify({ id: last, method, params }))
      try {
        return (await one.promise) as Answer
      } catch (cause) {
        throw new Error(`Firefox would not do ${method}: ${cause}`, { cause })
      }
    },
  }
}
