/** Finds a Chromium on this machine, or gets one, and starts it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { isExecutable } from '../is-executable.ts'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
]

const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const isRoot = process.getuid?.() === 0

/** `--no-sandbox` only for root, for whom Chromium does not start without it. */
export const browserFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a browser that is installed, Playwright's own included. */
function findBrowser(): string | undefined {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
  return [
    process.env.BROWSER_PATH ?? '',
    ...inPath,
    ...fixedPlaces,
    chromium.executablePath(),
  ].find(isExecutable)
}

/** Installs one where none is found; throws one sentence where that fails too. */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    ...(isRoot && isDebian()
      ? ([
          ['apt-get', ['update', '-qq']],
          ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
        ] as const)
      : []),
    [process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']],
  ]
  for (const [command, parameters] of attempts) {
    try {
      execFileSync(command, parameters, { stdio: 'inherit' })
    } catch {
      continue
    }
    const installed = findBrowser()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The browser tests need Chromium, Chrome or Edge: install one of them, or set BROWSER_PATH to it.',
  )
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureBrowser(), args: browserFlags })
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
