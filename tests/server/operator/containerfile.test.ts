/** The container file copies all that the server needs, and starts it as npm start does. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isDeep } from '../../support/depth.ts'
import { quickFolder } from '../../support/quick-folder.ts'

const root = join(import.meta.dirname, '../../..')
const lines = readFileSync(join(root, 'Containerfile'), 'utf8').split('\n')
/** What runs in the end. */
const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
const command: readonly string[] = JSON.parse(
  last.find(line => line.startsWith('CMD '))?.slice('CMD '.length) ?? '[]',
)

test('what the last stage copies is enough to run, and it stops by a signal', async () => {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-container-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const line of last) {
    const [word, ...names] = line.split(' ')
    if (word !== 'COPY' || names[0]?.startsWith('--from=')) continue
    for (const name of names.slice(0, -1)) {
      cpSync(join(root, name), join(folder, name), { recursive: true })
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Aisle</title>')

  const [, ...args] = command
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data') },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  await expect.poll(() => output, { timeout: 15_000 }).toContain('Aisle is open at http')
  const [, origin = ''] = /open at (http:\S+)/.exec(output) ?? []
  expect(await (await fetch(`${origin}/healthz`)).text()).toBe('ok')
  expect(await (await fetch(origin)).text()).toContain('<title>Aisle</title>')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})

test('no package of development is imported by what runs there', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const imported = ['server', 'rules'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => [
        ...readFileSync(join(root, folder, name), 'utf8').matchAll(
          /^(?:import (?!type )[^']*?|\} )from '((?:@[^/']+\/)?[^./'][^/']*)/gm,
        ),
      ])
      .map(([, name = '']) => name)
      .filter(name => !name.startsWith('node:')),
  )
  expect(imported).toContain('hono')
  expect([...new Set(imported)].filter(name => !(name in dependencies))).toEqual([])
})

test('it starts as npm start does, and not as root', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(command.join(' ')).toBe(scripts.start)
  const user = last.indexOf('USER node')
  expect(user).toBeGreaterThan(-1)
  expect(user).toBeLessThan(last.findIndex(line => line.startsWith('CMD ')))
})

const program = ['podman', 'docker'].find(name => {
  try {
    execFileSync(name, ['info'], { stdio: 'ignore', timeout: 10_000 })
    return true
  } catch {
    return false
  }
})

test.skipIf(!isDeep || program === undefined || !existsSync(join(root, '.git')))(
  'it is built, and what was built answers (where containers can be built)',
  { timeout: 900_000 },
  () => {
    const run = (...args: string[]) =>
      execFileSync(program ?? '', args, { cwd: root, encoding: 'utf8', timeout: 600_000 })
    run('build', '--file', 'Containerfile', '--tag', 'aisle-test', '.')
    const id = run('run', '--detach', '--rm', 'aisle-test').trim()
    try {
      const ask =
        "const a = () => fetch('http://127.0.0.1:3000/healthz').then(r => r.text()).catch(() => new Promise(r => setTimeout(r, 500)).then(a)); a().then(console.log)"
      expect(run('exec', id, 'node', '-e', ask).trim()).toBe('ok')
      expect(run('exec', id, 'id', '-un').trim()).toBe('node')
    } finally {
      run('stop', id)
    }
  },
)
