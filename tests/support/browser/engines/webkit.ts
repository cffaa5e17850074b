/**
 * WebKit, the engine of Safari, in the small browser that comes with WebKitGTK, by WebDriver (https://w3.org/TR/webdriver2).
 * It has no mode without a screen, so it gets one that nobody sees; where it is driven, it keeps nothing beyond its life.
 */
import { once } from 'node:events'
import { freePort } from '../../../../bench/servers/free-port.ts'
import { createTab, type Engine, type Tab } from './engine.ts'
import { findProgram, type Program, startProgram, untilThere } from './program.ts'

/** Sends one command, of which the path begins behind that of the session. */
type Send = <Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>

export const webkit: Engine = {
  name: 'WebKit',
  keepsProfile: false,
  async start() {
    const driverPath = findProgram(['WebKitWebDriver'], 'WEBKIT_DRIVER_PATH')
    const screen = await startScreen(findProgram(['Xvfb']))
    const port = await freePort()
    const driver = startProgram(driverPath, [`--port=${port}`], {
      environment: {
        DISPLAY: screen.display,
        // Such a screen has no graphics card.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    })
    async function kill() {
      await driver.kill()
      await screen.program.kill()
    }
    try {
      const sendTo = (path: string): Send => sender(`http://127.0.0.1:${port}${path}`)
      await untilThere('WebKitWebDriver', driver, () => sendTo('/status')('GET', ''))
      // Without one, the driver takes that of its own package.
      const binary = process.env.MINIBROWSER_PATH
      const { sessionId } = await sendTo('/session')<{ sessionId: string }>('POST', '', {
        capabilities:
          binary === undefined
            ? {}
            : {
                alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
              },
      })
      const send = sendTo(`/session/${sessionId}`)
      const inTurn = createTurns()
      const unused = [await send<string>('GET', '/window')]
      return {
        async openTab() {
          return createWindow(send, inTurn, unused.pop() ?? (await openWindow(send, inTurn)))
        },
        async close() {
          await send('DELETE', '')
          await kill()
        },
        kill,
      }
    } catch (error) {
      await kill()
      throw error
    }
  },
}

/** A tab of the same window would lie behind the first, where this browser takes neither keys nor clicks. */
async function openWindow(send: Send, inTurn: Turns): Promise<string> {
  const open = () => send<{ handle: string }>('POST', '/window/new', { type: 'window' })
  return (await inTurn(open)).handle
}

function createWindow(send: Send, inTurn: Turns, handle: string): Tab {
  /** A command goes to the window that was last switched to. */
  const sendHere: Send = (method, path, body) =>
    inTurn(async () => {
      await send('POST', '/window', { handle })
      return send(method, path, body)
    })
  return createTab({
    async goto(url) {
      await sendHere('POST', '/url', { url })
    },
    async reload() {
      await sendHere('POST', '/refresh', {})
    },
    async call(source, text) {
      const script = `
        const [text, done] = arguments;
        (${source})(text).then(answer => done({ answer }), error => done({ error: String(error) }));
      `
      const { answer = '', error } = await sendHere<{ answer?: string; error?: string }>(
        'POST',
        '/execute/async',
        { script, args: [text] },
      )
      if (error !== undefined) throw new Error(error)
      return answer
    },
    async act(actions) {
      await sendHere('POST', '/actions', { actions })
    },
  })
}

type Turns = <Answer>(what: () => Promise<Answer>) => Promise<Answer>

/** One after the other, also behind one that failed. */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return what => {
    const next = last.then(what, what)
    last = next.catch(() => {})
    return next
  }
}

function sender(base: string): Send {
  return async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`)
    return value
  }
}

/** A screen in memory, on the first number that is free. */
async function startScreen(path: string): Promise<{ program: Program; display: string }> {
  const program = startProgram(
    path,
    [...['-displayfd', '3'], ...['-screen', '0', '1280x1000x24'], ...['-nolisten', 'tcp']],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = program.process.stdio[3]
  if (!number) throw new Error('Nothing tells of the screen.')
  const [told] = await once(number, 'data')
  return { program, display: `:${String(told).trim()}` }
}
