/** Everything that a bench needs, made once a run: the built app, its server, a browser, the vanilla pages. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type Cast, createCast } from './people/cast.ts'
import { signUp } from './people/person.ts'
import { type ServerProcess, startServerProcess } from './servers/server-process.ts'
import { startVanillaServer, type VanillaServer } from './servers/vanilla-server.ts'

export interface Fixture extends Cast {
  readonly buildDir: string
  readonly buildMs: number
  readonly server: ServerProcess
  readonly vanilla: VanillaServer
  /** Started when a bench first asks for it. */
  browser(): Promise<Browser>
  close(): Promise<void>
}

export async function openFixture(options: { readonly minify: boolean }): Promise<Fixture> {
  const buildDir = await mkdtemp(join(tmpdir(), 'aisle-bench-build-'))
  const started = performance.now()
  await buildApp(buildDir, options.minify)
  const buildMs = performance.now() - started
  const server = await startServerProcess(buildDir)
  const vanilla = await startVanillaServer()
  let browser: Promise<Browser> | undefined
  let people = 0

  return {
    buildDir,
    buildMs,
    server,
    vanilla,
    browser() {
      browser ??= launchBrowser()
      return browser
    },
    ...createCast(() => {
      people += 1
      return signUp(server.address, people)
    }),
    async close() {
      await (await browser)?.close()
      await Promise.all([vanilla.close(), server.close()])
      await rm(buildDir, { recursive: true, force: true })
    },
  }
}

async function buildApp(buildDir: string, minify: boolean): Promise<void> {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']
  await promisify(execFile)(process.execPath, minify ? args : [...args, '--minify', 'false'], {
    env: { ...process.env, BUILD_DIR: buildDir },
  })
}

/** A browser of its own that keeps what it stores in `folder`, to be ended and started again. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(), viewport })
}

export const viewport = { width: 1000, height: 800 } as const

async function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

/** What is the browser's own business, and would be measured with the page. */
export const quietArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

/** Undefined where Playwright's own is to be used. */
export function browserPath(): string | undefined {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge']
  return process.env.BROWSER_PATH ?? installed.find(path => existsSync(path))
}

/** Frames as fast as they can be drawn: a frame clock of 60 Hz would round every figure up to 16.7 ms. */
function launchOptions() {
  const executablePath = browserPath()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...quietArguments, '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  }
}
