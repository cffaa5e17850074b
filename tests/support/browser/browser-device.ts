/**
 * A device: a real browser process on a profile of its own, started as a person starts it, so that it can be
 * killed at any moment and opened again with what it had on disk.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserFlags, ensureBrowser } from './browser.ts'

export interface Device {
  /** Where the browser keeps everything; to be touched only while it is closed. */
  readonly profile: string
  /** Starts the browser, and answers with its first page. */
  open(look?: Look, environment?: Environment): Promise<Page>
  /** One more page of the running browser. */
  openTab(look?: Look): Promise<Page>
  /** Of the running browser. */
  context(): BrowserContext
  /** As the out-of-memory killer or the battery does it: at once, all of it. */
  kill(): Promise<void>
  /** As a person closes it: what it holds in memory is written. */
  close(): Promise<void>
  /** Closes, and removes the profile. */
  discard(): Promise<void>
}

export interface Look {
  readonly width?: number
  readonly height?: number
}

export interface Environment {
  /** No name of any server is found, nor an address: by the browser's own resolver. */
  readonly findsNoNames?: boolean
  /** A name that is this machine, and no secure place as `localhost` is one: as a server at home without https. */
  readonly nameAtHome?: string
}

interface Running {
  readonly process: ChildProcess
  readonly browser: Browser
  readonly context: BrowserContext
}

export function createDevice(): Device {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-device-'))
  let running: Running | undefined

  function now(): Running {
    if (running === undefined) throw new Error('The browser of this device is not running.')
    return running
  }

  async function end(how: (one: Running) => Promise<void>): Promise<void> {
    if (running === undefined) return
    const ending = running
    running = undefined
    const ended = new Promise(resolve => ending.process.once('exit', resolve))
    const isRunning = ending.process.exitCode === null && ending.process.signalCode === null
    await how(ending)
    if (isRunning) await ended
  }

  async function kill(): Promise<void> {
    await end(async ({ process: { pid } }) => {
      // The whole group: renderers and the worker's process die with it.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    })
  }

  async function close(): Promise<void> {
    await end(async ({ browser }) => {
      const session = await browser.newBrowserCDPSession()
      await session.send('Browser.close')
    })
  }

  return {
    profile: folder,
    async open(look = {}, environment = {}) {
      const started = await start(folder, environment)
      running = started
      const page = started.context.pages()[0] ?? (await started.context.newPage())
      await show(page, look)
      return page
    },
    async openTab(look = {}) {
      const page = await now().context.newPage()
      await show(page, look)
      return page
    },
    context: () => now().context,
    kill,
    close,
    async discard() {
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width ?? 390, height: look.height ?? 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

async function start(folder: string, { findsNoNames, nameAtHome }: Environment): Promise<Running> {
  const portFile = join(folder, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  const child = spawn(
    ensureBrowser(),
    [
      ...browserFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--password-store=basic',
      '--hide-crash-restore-bubble',
      ...(findsNoNames ? ['--host-resolver-rules=MAP * ~NOTFOUND'] : []),
      ...(nameAtHome ? [`--host-resolver-rules=MAP ${nameAtHome} 127.0.0.1`] : []),
      'about:blank',
    ],
    { stdio: 'ignore', detached: true },
  )
  const port = await readWhenThere(portFile, child)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no profile.')
  return { process: child, browser, context }
}

async function readWhenThere(file: string, child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The browser ended with code ${child.exitCode}.`)
    try {
      const [port = ''] = readFileSync(file, 'utf8').split('\n')
      if (port !== '') return port
    } catch {
      // Not written yet.
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The browser did not start in a minute.')
}
