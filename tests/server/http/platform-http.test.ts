import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../server/db/postgres.ts'
import { explainFailure } from '../../../server/process/start-failure.ts'
import { sqlite, type TestPlace } from '../../support/server/engines.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

const closing = 'Host: aisle\r\nConnection: close\r\n'

/** What only a real connection can send. */
describe('raw requests', () => {
  let place: TestPlace
  let server: ServerProcess
  let cookie = ''
  let token = ''

  beforeAll(async () => {
    place = await sqlite.newPlace()
    server = await startServerProcess(place, { LOG_LEVEL: 'info' })
    const browser = server.client()
    token = await (await browser.fetch('/csrftoken')).text()
    cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
  })
  afterAll(async () => {
    server.signal('SIGKILL')
    await server.ended
    place.remove()
  })

  function send(text: string): Promise<{ status: number; body: string }> {
    const { hostname, port } = new URL(server.origin)
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.write(text))
      socket.on('data', chunk => {
        answer += chunk.toString()
      })
      // Whoever is refused in the middle of a body hears the answer first, then that nobody reads on.
      socket.on('error', error => answer === '' && reject(error))
      socket.on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        resolve({ status: Number(head.split(' ')[1]), body })
      })
    })
  }

  const chunked = (chunks: readonly string[]) =>
    [...chunks, ''].map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')

  const login = () =>
    `POST /auth/login HTTP/1.1\r\n${closing}X-CSRF-Token: ${token}\r\nCookie: ${cookie}\r\n`

  test('a body in chunks is read like any other', async () => {
    const body = ['{"username":"ana@exam', 'ple.org","password":"x"}']
    const answer = await send(`${login()}Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('Email or password is wrong')
  })

  test('a body in chunks cannot grow past the limit', async () => {
    const body = Array.from({ length: 20 }, () => 'x'.repeat(64_000))
    const answer = await send(`${login()}Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`)
    expect(answer.status).toBe(413)
  })

  test('a body that is announced too large is not waited for', async () => {
    expect((await send(`${login()}Content-Length: 99999999\r\n\r\nabc`)).status).toBe(413)
  })

  test.each([
    ['GET /../../etc/passwd HTTP/1.1', 404],
    ['GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1', 404],
    ['GET /auth/%00 HTTP/1.1', 404],
    ['OPTIONS /auth/login HTTP/1.1', 404],
    ['TRACE / HTTP/1.1', 404],
    ['PUT /auth/login HTTP/1.1', 403],
    ['GET nonsense HTTP/1.1', 400],
  ])('%s is answered with %i and no details', async (line, status) => {
    const answer = await send(`${line}\r\n${closing}\r\n`)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/root:|node_modules|\.ts\b/)
  })

  test('lengths that contradict each other are refused', async () => {
    const lengths = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'
    expect((await send(`${login()}${lengths}\r\n0\r\n\r\n`)).status).toBe(400)
  })

  test('headers past 16 KB are refused', async () => {
    const padding = `X-Padding: ${'x'.repeat(20_000)}\r\n`
    expect((await send(`GET / HTTP/1.1\r\n${closing}${padding}\r\n`)).status).toBe(431)
  })

  test('a check of health by HTTP/1.0, which names no host, is answered', async () => {
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  test('whoever leaves in the middle is no error', async () => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    socket.end(`${login()}Content-Length: 100\r\n\r\nabc`)
    socket.resume()
    await expect.poll(() => server.output()).toContain('"status":499')
    expect(server.output()).not.toContain('"level":50')
  })
})

describe('a start that cannot succeed', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [
      { SMTP_URL: 'smtp://mail' },
      'SMTP_URL is set, but PUBLIC_URL is not: links in mails need the address that people type.',
    ],
    [
      { DATABASE_URL: 'postgres://aisle@127.0.0.1:1/aisle' },
      'Aisle could not start: the database at DATABASE_URL does not let it in (ECONNREFUSED).',
    ],
    [
      { DATABASE_URL: 'postgres://aisle@/aisle?host=/nowhere' },
      'Aisle could not start: the database at DATABASE_URL does not let it in (ENOENT).',
    ],
    [
      { HOST: '192.0.2.1' },
      'HOST must be an address of this machine such as 0.0.0.0, not "192.0.2.1".',
    ],
    [
      { HOST: 'nowhere.invalid' },
      'HOST must be an address of this machine such as 0.0.0.0, not "nowhere.invalid".',
    ],
  ])('%o says why in one sentence', async (environment, sentence) => {
    const place = await sqlite.newPlace()
    await expect(startServerProcess(place, environment)).rejects.toThrow(
      `The server did not start: ${sentence}\n`,
    )
    place.remove()
  })

  test('a data folder that is a file, or beneath one, or a link to nothing, is said so', async () => {
    const place = await sqlite.newPlace()
    const file = join(place.dataDir, 'file')
    await writeFile(file, '')
    const link = join(place.dataDir, 'link')
    await symlink(join(place.dataDir, 'nowhere'), link)
    for (const dataDir of [file, join(file, 'data'), link]) {
      await expect(startServerProcess(place, { DATA_DIR: dataDir })).rejects.toThrow(
        `The server did not start: Aisle could not start: DATA_DIR must name a folder, and ${dataDir} is none.\n`,
      )
    }
    place.remove()
  })

  test.runIf(process.platform === 'linux')(
    'a data folder where none can be made, too',
    async () => {
      const place = await sqlite.newPlace()
      for (const dataDir of ['/proc/aisle', '/proc/aisle/data']) {
        await expect(startServerProcess(place, { DATA_DIR: dataDir })).rejects.toThrow(
          'The server did not start: Aisle could not start: DATA_DIR must name a folder, and /proc/aisle cannot be made.\n',
        )
      }
      place.remove()
    },
  )

  test('a folder in the place of the database, as of a volume that was named wrong, is said so', async () => {
    const place = await sqlite.newPlace()
    await mkdir(join(place.dataDir, 'aisle.db'))
    await expect(startServerProcess(place)).rejects.toThrow(
      /^The server did not start: Aisle could not start: the database in DATA_DIR cannot be opened \(EISDIR: .*\)\.\n$/,
    )
    place.remove()
  })

  test.each([
    ['EROFS', /DATA_DIR must lie where it may write, and that disk can only be read/],
    ['ENOSPC', /the disk that DATA_DIR lies on is full/],
  ])('a disk that says %s is not taken for a database', (code, sentence) => {
    const error = Object.assign(new Error(`${code}: mkdir '/srv/aisle'`), { code })
    const explained = explainFailure(error)
    expect(explained).toMatch(sentence)
    expect(explained).not.toMatch(/DATABASE_URL|\n/)
  })

  test.each([
    ['?sslmode=verify-full', 'N', 'The server does not support SSL connections'],
    ['?sslmode=verify-full', '', 'Connection terminated unexpectedly'],
    ['', '', 'Connection terminated unexpectedly'],
    ['?sslmode=verify-full', 'S', 'ECONNRESET'],
  ])(
    'a database asked by "%s" that answers "%s" is named, and why',
    async (options, answer, why) => {
      const database = createServer(socket => {
        socket.on('error', () => {})
        socket.once('data', () => {
          if (answer === 'S')
            socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 50))
          else socket.end(answer)
        })
      })
      await new Promise<void>(resolve => database.listen(0, '127.0.0.1', resolve))
      const { port } = Object(database.address())
      const failure = await openPostgres(
        `postgres://aisle@127.0.0.1:${port}/aisle${options}`,
      ).catch(error => error)
      database.close()
      expect(explainFailure(failure)).toBe(
        `Aisle could not start: the database at DATABASE_URL does not let it in (${why}).`,
      )
    },
  )

  test('a port that this user may not open is named', () => {
    const refused = { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 }
    const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), refused)
    expect(explainFailure(error)).toBe(
      'Aisle could not start: this user may not open port 80. Set PORT to another one, such as 3000.',
    )
  })

  test('a certificate of an authority that cannot be read is named', async () => {
    const file = '/nowhere/ca.pem'
    const failure = await openPostgres(
      `postgres://aisle:hush@127.0.0.1:1/aisle?sslmode=verify-full&sslrootcert=${file}`,
    ).catch(error => error)
    expect(explainFailure(failure)).toBe(
      `Aisle could not start: ${file}, which DATABASE_URL names, cannot be read (ENOENT).`,
    )
  })

  test('without the built app says so, and what makes it', async () => {
    const place = await sqlite.newPlace()
    const buildDir = join(place.dataDir, 'dist')
    const say = `There is no built app in ${buildDir}, or not all of it. Run npm run build, then start the server again.\n`
    for (const isBuilt of [false, true]) {
      if (isBuilt) {
        await mkdir(join(buildDir, '.vite'), { recursive: true })
        await writeFile(join(buildDir, '.vite/built'), '')
      }
      const server = await startServerProcess(place, { BUILD_DIR: buildDir })
      await expect.poll(() => server.output()).toContain('Its data lies')
      expect(server.output().includes(say)).toBe(!isBuilt)
      server.signal('SIGKILL')
      await server.ended
    }
    place.remove()
  })

  test('that lets everybody sign up says so where others may reach it', async () => {
    const say = 'Anybody who reaches this address can make an account.'
    const starts: [Record<string, string>, boolean][] = [
      [{}, false],
      [{ PUBLIC_URL: 'http://aisle.example.org' }, true],
      [{ PUBLIC_URL: 'http://aisle.example.org', SIGN_UP: 'closed' }, false],
    ]
    for (const [environment, isSaid] of starts) {
      expect((await saidAtStart(environment)).includes(say)).toBe(isSaid)
    }
  })

  test.each([
    ['mail:25', true],
    ['mail:25?ignoreTLS=false', true],
    ['mail:25?ignoreTLS=true', false],
    ['mail:25?requireTLS=true', false],
    ['127.0.0.1:25', false],
  ])('that gives its password for mails by TLS alone says so: %s, %s', async (server, isSaid) => {
    const SMTP_URL = `smtp://aisle:hush@${server}`
    const output = await saidAtStart({ PUBLIC_URL: 'http://localhost', SMTP_URL })
    const say =
      'Mails go to mail by TLS alone, since SMTP_URL has a password. Where it offers none, SMTP_URL ends with ?requireTLS=false.\n'
    expect(output.includes(say)).toBe(isSaid)
    expect(output).not.toContain('hush')
  })

  test.each([
    ['20000', true],
    ['30000', false],
  ])(
    'with ACCOUNT_ROWS_PER_DAY of %s works, %s: and says that it takes more',
    async (rows, isSaid) => {
      const output = await saidAtStart({ ACCOUNT_ROWS_PER_DAY: rows })
      const say =
        'ACCOUNT_ROWS_PER_DAY is less than one operation may write: it is taken as 30000.\n'
      expect(output.includes(say)).toBe(isSaid)
    },
  )

  test.each([
    ['postgres://127.0.0.1:1/aisle', true],
    ['', false],
  ])('the memory saver ends with PostgreSQL, also where .env says so: "%s"', async (url, ends) => {
    const place = await sqlite.newPlace()
    await writeFile(join(place.dataDir, '.env'), `DATABASE_URL=${url}\n`)
    const tellFlags = `
      import v8 from 'node:v8'
      import { syncBuiltinESMExports } from 'node:module'
      v8.setFlagsFromString = flag => process.stderr.write(flag + '\\n')
      syncBuiltinESMExports()`
    const started = startServerProcess(place, {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellFlags)}`,
      // So that neither opens.
      HOST: '192.0.2.1',
    })
    const said = await started.then(() => '', String)
    expect(said).toContain('--no-allocation-site-pretenuring')
    expect(said.includes('--no-memory-saver-mode')).toBe(ends)
    place.remove()
  })

  test('a port that is taken is said so before any data is touched', async () => {
    const [place, other] = [await sqlite.newPlace(), await sqlite.newPlace()]
    const first = await startServerProcess(place)
    const { port } = new URL(first.origin)
    await expect(startServerProcess(other, { PORT: port })).rejects.toThrow(`port ${port} is taken`)
    expect(await readdir(other.dataDir)).toEqual([])
    first.signal('SIGTERM')
    await first.ended
    place.remove()
    other.remove()
  })
})

async function saidAtStart(environment: Record<string, string>): Promise<string> {
  const place = await sqlite.newPlace()
  const server = await startServerProcess(place, environment)
  await expect.poll(() => server.output()).toContain('Its data lies')
  server.signal('SIGKILL')
  await server.ended
  place.remove()
  return server.output()
}
