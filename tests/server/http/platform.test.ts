import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadAssets } from '../../../server/http/assets.ts'
import { parseSettings, readSettings, type Settings } from '../../../server/settings.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'

const mailServer =
  'SMTP_URL must be a mail server such as smtp://user:password@mail.example.org:587: in the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.'
const provider = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const captcha = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET: 'b' }
const addressOfDatabase =
  'DATABASE_URL must be an address such as postgres://aisle:password@host/aisle: in the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.'

describe('settings', () => {
  test('nothing set gives the defaults of the contract', () => {
    expect(parseSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      secret: undefined,
      metricsToken: undefined,
      smtpUrl: undefined,
      mailFrom: 'Aisle <aisle@localhost>',
      signUp: 'open',
      apiEnv: '',
      downtime: false,
      stubbed: false,
      sendAnalytics: false,
      analyticsUrl: undefined,
      debugGraphql: false,
      trustProxy: 0,
      account: {
        perSecond: 100,
        burst: 5_000,
        rowsPerDay: 1_000_000,
        items: 100_000,
        megabytes: 100,
      },
      maxConnections: 2_000,
      logLevel: 'info',
      buildDir: './dist',
      notes: [],
    })
  })

  test('what is right is taken', () => {
    const settings = parseSettings({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://aisle.example.org/',
      DATA_DIR: '/srv/aisle',
      DATABASE_URL: 'postgres://aisle:secret@db/aisle',
      SECRET: 'x'.repeat(32),
      DOWNTIME: 'true',
      SEND_ANALYTICS: 'true',
      ANALYTICS_URL: 'https://count.example.org/events',
      DEBUG_GRAPHQL: 'true',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'warn',
      STUBBED: '0',
      SMTP_URL: '',
    })
    expect(settings).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://aisle.example.org',
      dataDir: '/srv/aisle',
      databaseUrl: 'postgres://aisle:secret@db/aisle',
      downtime: true,
      sendAnalytics: true,
      analyticsUrl: 'https://count.example.org/events',
      debugGraphql: true,
      trustProxy: 2,
      logLevel: 'warn',
    })
  })

  test.each([
    'postgres://aisle@/aisle?host=/run/postgresql',
    'postgresql://aisle:50%off@db/aisle?sslmode=verify-full',
    'postgres://aisle:p%23w@[::1]:5432/aisle',
    'postgres://aisle@/aisle?host=/run/postgresql#note',
    'postgres://db/aisle?user=aisle&password=p@ss',
    'postgres://aisle:secret@db/my@db',
  ])('%s is an address of a database', url => {
    expect(parseSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test.each([
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not "http".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [
      'ACCOUNT_ROWS_PER_DAY',
      '0',
      'ACCOUNT_ROWS_PER_DAY must be a whole number from 1 to 999999999, not "0".',
    ],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1".'],
    ['HOST', 'my house', 'HOST must be an address or a host name such as 0.0.0.0, not "my house".'],
    [
      'PUBLIC_URL',
      'aisle.example.org',
      'PUBLIC_URL must be an address without a path, such as https://aisle.example.org, not "aisle.example.org".',
    ],
    [
      'PUBLIC_URL',
      'https://example.org/aisle',
      'PUBLIC_URL must be an address without a path, such as https://aisle.example.org, not "https://example.org/aisle".',
    ],
    [
      'PUBLIC_URL',
      'https://ana:secret@aisle.example.org',
      'PUBLIC_URL must be an address without a path, such as https://aisle.example.org, without a user and a password.',
    ],
    [
      'PUBLIC_URL',
      'https://aisle.example.org/#lists',
      'PUBLIC_URL must be an address without a path, such as https://aisle.example.org, not "https://aisle.example.org/#lists".',
    ],
    [
      'DATABASE_URL',
      'mysql://me:secret@db',
      'DATABASE_URL must begin with postgres:// or postgresql://.',
    ],
    ['DATABASE_URL', 'postgres://aisle:pass#word@db/aisle', addressOfDatabase],
    ['DATABASE_URL', 'postgres://aisle:12#3@db/aisle', addressOfDatabase],
    ['DATABASE_URL', 'postgres://aisle:pass/word@db/aisle', addressOfDatabase],
    ['DATABASE_URL', 'postgres://aisle:1/2@db/aisle', addressOfDatabase],
    ['DATABASE_URL', 'postgres://aisle:pass?word@db/aisle', addressOfDatabase],
    ['DATABASE_URL', 'postgres://aisle:12?3@db/aisle', addressOfDatabase],
    ['SECRET', 'short', 'SECRET must have at least 32 characters.'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 32 characters.'],
    ['DOWNTIME', 'yes', 'DOWNTIME must be true or false, not "yes".'],
    [
      'TRUST_PROXY',
      '10.0.0.0/8',
      'TRUST_PROXY must be true, false, or the number of proxies in front of Aisle (up to 9), not "10.0.0.0/8".',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
    [
      'SMTP_URL',
      'smtp://mail',
      'SMTP_URL is set, but PUBLIC_URL is not: links in mails need the address that people type.',
    ],
    ['SMTP_URL', 'foo', 'SMTP_URL must begin with smtp:// or smtps://.'],
    ['SMTP_URL', 'https://me:secret@mail', 'SMTP_URL must begin with smtp:// or smtps://.'],
    ['SMTP_URL', 'smtp://aisle:pass#word@mail.example.org', mailServer],
    ['SMTP_URL', 'smtp://aisle:2024#word@mail.example.org:587', mailServer],
    ['SMTP_URL', 'smtp://aisle:20/24@mail.example.org:587', mailServer],
    ['SMTP_URL', 'smtp://aisle:2024?x@mail.example.org:587', mailServer],
    ['SIGN_UP', 'no', 'SIGN_UP must be one of open, closed, not "no".'],
    [
      'API_ENV',
      '/api',
      'API_ENV must be an address without a path, such as https://api.example.org, not "/api".',
    ],
    [
      'API_ENV',
      'https://api.example.org',
      'API_ENV is set, but PUBLIC_URL is not: the API answers the app only if it knows where the app is.',
    ],
    [
      'MAIL_FROM',
      'Aisle',
      'MAIL_FROM must be an address such as Aisle <aisle@example.org>, not "Aisle".',
    ],
    [
      'OIDC_ISSUER',
      'https://id',
      'OIDC_ISSUER is set, but OIDC_CLIENT_ID is not: sign-in elsewhere needs all three.',
    ],
    [
      'OIDC_NAME',
      'Home',
      'OIDC_NAME is set, but OIDC_ISSUER is not: sign-in elsewhere needs all three.',
    ],
    [
      'CAPTCHA_PROVIDER',
      'turnstile',
      'CAPTCHA_PROVIDER is set, but CAPTCHA_SITE_KEY is not: a captcha needs all three.',
    ],
    [
      'SEND_ANALYTICS',
      '1',
      'SEND_ANALYTICS is true, but ANALYTICS_URL is not set: an address such as https://count.example.org/events.',
    ],
    [
      'ANALYTICS_URL',
      'count.example.org',
      'ANALYTICS_URL must be an address such as https://count.example.org/events, not "count.example.org".',
    ],
    ['STUBBED', 'maybe', 'STUBBED'],
  ])('%s=%s stops the start with a sentence', (name, value, sentence) => {
    expect(() => parseSettings({ [name]: value })).toThrow(sentence)
  })

  test.each([
    ['PUBLIC_URL', 'https://ana:secret@aisle.example.org', {}],
    ['ANALYTICS_URL', 'https://:secret@count.example.org', {}],
    ['OIDC_ISSUER', 'http://ana:secret@id.example.org', provider],
    ['OIDC_ISSUER', 'https://ana:secret@id.example.org', provider],
    ['CAPTCHA_VERIFY_URL', 'ftp://ana:secret@check.example.org', captcha],
    ['CAPTCHA_VERIFY_URL', 'https://ana:secret@check.example.org', captcha],
  ])('the refusal of %s repeats no password', (name, value, others) => {
    const read = () => parseSettings({ ...others, [name]: value })
    const sentence = `^${name} must be an address.*without a user and a password\\.$`
    expect(read).toThrow(new RegExp(sentence))
    expect(read).not.toThrow('secret')
  })

  test('the file .env completes the environment and never wins over it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aisle-env-'))
    const file = join(folder, '.env')
    await writeFile(file, '# ours\nPORT=4000\nHOST="0.0.0.0"\n')
    expect(readSettings({ PORT: '5000' }, file)).toMatchObject({ port: 5000, host: '0.0.0.0' })
    expect(readSettings({}, join(folder, 'none'))).toMatchObject({ port: 3000 })
    await writeFile(file, '\uFEFFPORT=4000\n')
    expect(readSettings({}, file), 'behind a mark of the byte order').toMatchObject({ port: 4000 })
    await writeFile(file, Buffer.from('PORT=4000\n', 'utf16le'))
    expect(() => readSettings({}, file)).toThrow('is not text in UTF-8')
    await rm(folder, { recursive: true })
  })
})

describe('the built app', () => {
  const script = `console.log(${JSON.stringify('aisle '.repeat(2000))})`
  const inline = 'body{color:red}'
  const ofPublicPages = 'body{color:green}'
  const worker = '[{"revision":"12ab","url":"index.html"},{"revision":"34cd","url":"x.png"}]'
  let folder = ''
  let server: TestServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aisle-dist-'))
    const files = {
      'dist/index.html': `<!doctype html><style>${inline}</style><script src="/assets/app-AbCd1234.js"></script>`,
      'dist/landing/index.html': `<!doctype html><style data-file="/x.css">${ofPublicPages}</style>`,
      'dist/sw.js': '// worker',
      'dist/service-worker.js': worker,
      'dist/manifest.webmanifest': '{"name":"Aisle"}',
      'dist/assets/app-AbCd1234.js': script,
      'dist/icons/icon.png': 'png',
      'dist/.vite/manifest.json': '{}',
      'secret.txt': 'not for you',
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    server = await startTestServer(undefined, { assets: await loadAssets(join(folder, 'dist')) })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.client().fetch(path, { headers })

  test('what has a hash in its name is kept for ever, all else is asked for again', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await cacheOf('/assets/app-AbCd1234.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/icons/icon.png']) {
      expect(await cacheOf(path), path).toBe('no-cache')
    }
    const { headers } = await get('/manifest.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json')
  })

  test('what did not change is not sent again', async () => {
    const first = await get('/sw.js')
    const again = await get('/sw.js', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get('/sw.js', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('files travel as small as the browser can take them', async () => {
    const path = '/assets/app-AbCd1234.js'
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    const bytes = Buffer.from(await brotli.arrayBuffer())
    expect(brotli.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(200)
    expect(brotliDecompressSync(bytes).toString()).toBe(script)
    const gzip = await get(path, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(script)
    const plain = await get(path)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    expect(await plain.text()).toBe(script)
    const head = await server.client().fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('what a build under the running server takes away is answered all the same', async () => {
    const dist = join(folder, 'replaced')
    const path = 'assets/late-AbCd1234.js'
    await mkdir(join(dist, 'assets'), { recursive: true })
    await writeFile(join(dist, path), script)
    await writeFile(join(dist, `${path}.br`), brotliCompressSync(script))
    await using running = await startTestServer(undefined, { assets: await loadAssets(dist) })
    await rm(dist, { recursive: true })
    const answer = await running
      .client()
      .fetch(`/${path}`, { headers: { 'accept-encoding': 'br' } })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script)
  })

  test('every address of the app is the page', async () => {
    const screens = ['/', '/product', '/product/shoppinglist', '/app/x', '/login/']
    const others = ['/any%20thing', '/%']
    for (const path of [...screens, ...others]) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        others.includes(path) ? 404 : 200,
        'text/html; charset=utf-8',
      ])
    }
  })

  test('the demo is found without its last stroke, too', async () => {
    const { status, headers } = await get('/demo')
    expect([status, headers.get('location')]).toEqual([302, '/demo/'])
  })

  test('what is missing is missing, never the page', async () => {
    const missing = ['/assets/app-old.js', '/no.png', '/v1/item', '/auth', '/.vite/manifest.json']
    for (const path of missing) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
    }
    expect((await server.client().post('/product', {})).status).toBe(404)
  })

  test('no path leads out of the folder', async () => {
    const paths = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5c..%5csecret.txt',
      '/%2e%2e%2fsecret.txt%00.html',
      '//secret.txt',
      `/${encodeURIComponent(join(folder, 'secret.txt'))}`,
    ]
    for (const path of paths) expect(await (await get(path)).text()).not.toContain('not for you')
  })

  test('what the page has inline is allowed by its hash alone', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    const hashOf = (text: string) =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const hashes = [inline, ofPublicPages].map(hashOf).join(' ')
    expect(policy.split('; ')).toContain(`style-src 'self' ${hashes}`)
    expect(policy.split('; ')).toContain("script-src 'self'")
  })

  test('devices fetch the page anew where its policy names others than it did', async () => {
    async function workerOf(settings: Partial<Settings>) {
      const buildDir = join(folder, 'dist')
      await using own = await startTestServer(undefined, { settings: { buildDir, ...settings } })
      return (await own.client().fetch('/service-worker.js')).text()
    }
    expect(await workerOf({})).toBe(worker)
    const captcha = {
      provider: 'turnstile',
      siteKey: 'public-key',
      secret: 'private-key',
      verifyUrl: 'https://verify.example.org',
    } as const
    const made = await workerOf({ captcha })
    expect(made.split('},{')).toEqual([
      expect.stringMatching(/^\[\{"revision":"12ab\w+","url":"index\.html"$/),
      '"revision":"34cd","url":"x.png"}]',
    ])
    expect(await workerOf({ captcha })).toBe(made)
    const apart = await workerOf({ apiEnv: 'https://api.example.org' })
    expect(new Set([worker, made, apart]).size).toBe(3)
  })
})

describe('answers of the API', () => {
  test('large ones are compressed, small ones are not', async () => {
    await using server = await startTestServer()
    const user = await server.buildUser()
    const ask = async (query: string) =>
      user.fetch('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query }),
        headers: {
          'content-type': 'application/json',
          'accept-encoding': 'br',
          'x-csrf-token': await (await user.fetch('/csrftoken')).text(),
        },
      })
    const large = await ask('{ getAllUnit { id name abbreviation } }')
    expect(large.headers.get('content-encoding')).toBe('br')
    const text = brotliDecompressSync(Buffer.from(await large.arrayBuffer())).toString()
    expect(JSON.parse(text).data.getAllUnit.length).toBeGreaterThan(20)
    const small = await ask('{ getByIdUnit(id: "unit-kg") { name } }')
    expect(small.headers.get('content-encoding')).toBeNull()
    expect(await small.json()).toEqual({ data: { getByIdUnit: { name: 'kilogram' } } })
    expect(small.headers.get('cache-control')).toBe('no-store')
  })

  test('only stub mode, in the browser, has /v1', async () => {
    for (const stubbed of [false, true]) {
      await using server = await startTestServer(undefined, { settings: { stubbed } })
      expect(await (await server.client().fetch('/settings.json')).json()).toMatchObject({
        stubbed,
      })
      const answer = await server.client().fetch('/v1/shoppinglist')
      expect(answer.status).toBe(404)
    }
  })

  test('the browser app is told its settings', async () => {
    await using server = await startTestServer(undefined, {
      settings: { sendAnalytics: true, analyticsUrl: 'https://count.example.org/events' },
    })
    const answer = await server.client().fetch('/settings.json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      apiEnv: '',
      downtime: false,
      stubbed: false,
      sendAnalytics: true,
      analyticsUrl: 'https://count.example.org/events',
      debugGraphql: false,
      captchaProvider: null,
      captchaSiteKey: null,
      signInElsewhere: null,
      signUp: 'open',
    })
  })
})
