/** The public pages as the build makes them and the server serves them: there before any script, and without one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { expect, test } from 'vitest'
import { readPost, readPosts } from '../../build/pages/blog.ts'
import { firstLookParts } from '../../build/pages/first-look-parts.ts'
import { fill, inlineStyles } from '../../build/pages/prerender.ts'
import { purgeAudit } from '../../server/access/audit.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { firstLookFile } from '../../server/http/first-look.ts'
import { createKeptMails } from '../../server/mail/kept-mails.ts'
import { renderPages } from '../../src/site/prerender.tsx'
import { sqlite, startTestServer } from '../support/server/server.ts'

const shell = readFileSync('index.html', 'utf8')

/** A folder as the build leaves it. */
async function served(publicUrl: string | undefined, app = shell) {
  const folder = mkdtempSync(join(tmpdir(), 'aisle-pages-'))
  function write(path: string, text: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('index.html', app)
  write(firstLookFile, JSON.stringify(await firstLookParts()))
  write('sitemap.xml', '<loc>https://aisle.invalid/about</loc>')
  write('robots.txt', readFileSync('public/robots.txt', 'utf8'))
  for (const page of await renderPages()) {
    write(`${page.path === '/' ? 'landing' : page.path.slice(1)}/index.html`, fill(shell, page))
  }
  if (app !== shell) write('landing/index.html', inlineStyles(app, 'p{color:red}'))
  const assets = await loadAssets(folder, publicUrl)
  rmSync(folder, { recursive: true })
  const server = await startTestServer(sqlite, { assets, settings: { publicUrl } })
  async function get(path: string) {
    const response = await server.fetch(new Request(`http://localhost${path}`))
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  return { get, server, [Symbol.asyncDispose]: server.close }
}

test.each([
  ['/', 'Aisle: the shopping list that works where the signal does not', 'Create an account'],
  ['/about', 'About – Aisle', 'A server of your own'],
  ['/blog', 'Blog – Aisle', 'Aisle 0.3.0'],
  ['/blog/0-1-0', 'Aisle 0.1.0 – Aisle', 'One outbox.'],
  ['/contact', 'Contact – Aisle', 'Send message'],
  ['/privacy', 'Privacy – Aisle', '90 days'],
])('%s comes as HTML with its title and its words', async (path, title, words) => {
  await using pages = await served('https://aisle.example.org')
  const { status, type, text } = await pages.get(path)
  expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  expect(text).toContain(`<title>${title}</title>`)
  expect(text).toContain(words)
  expect(text).toContain(`<link rel="canonical" href="https://aisle.example.org${path}" />`)
  expect(text).toContain('content="https://aisle.example.org/pictures/social.png"')
  expect(text.match(/<h1/g)).toHaveLength(1)
  // The code comes once the page was painted.
  expect(text).toContain('<template data-later="/')
  expect(text).not.toContain('<script type="module"')
  expect(text).not.toContain('aisle.invalid')
})

test('the privacy page names the cookies that stay, who sees an address, and how to take all along', async () => {
  await using pages = await served(undefined)
  const { email, password } = await pages.server.buildUser()
  const browser = pages.server.client()
  const signIn = await browser.post('/auth/login', { username: email, password })
  await browser.get('/auth/logout')
  expect([...browser.cookies.keys()]).toContain('aisle-browser')
  const kept = signIn.headers.getSetCookie().find(line => line.startsWith('aisle-browser='))
  const days = Number(/Max-Age=(\d+)/.exec(kept ?? '')?.[1]) / 86_400

  const { text } = await pages.get('/privacy')
  const words = text.replace(/<[^>]*>/g, '')
  expect(words).toContain(
    `signed in here before, so that nobody who tries passwords elsewhere locks you out of this browser, for ${days} days`,
  )
  expect(words).toContain(
    'the cookie that says that you were signed in here before, and the look and the keys that you chose stay',
  )
  expect(words).toContain('people whom you accepted as friends or asked to become one')
  // The last name, too: to whoever is signed in (`getFriendByInviteId`).
  expect(words).toContain('sees your name, and that of the list that comes with it.')
  // What the session and the lists keep there.
  expect(words).toContain('Your account, lists, friends and feedback, and the changes')
  for (const way of ['“Download my data”', '“Delete account”']) expect(words).toContain(way)
})

test('the privacy page tells of devices, of who was asked, and of mails that nobody could send', async () => {
  await using pages = await served(undefined)
  const [admin, anna] = [await pages.server.buildUser(), await pages.server.buildUser()]
  const agent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0'
  const { email: username, password } = anna
  await anna.post('/auth/login', { username, password }, { 'user-agent': agent })
  const { sessions } = Object((await anna.get('/auth/sessions')).body)
  const words = (await pages.get('/privacy')).text.replace(/<[^>]*>/g, '')
  expect(words).toContain(`Where you are signed in, as “${sessions[0].browser}”`)
  expect(words).toContain('your friends and the addresses that you asked')

  await pages.server.app.jobs.drain()
  const proof = { id: anna.id, password }
  await anna.graphql(
    'mutation($id:Int!,$password:String){deleteUser(id:$id,password:$password){email}}',
    proof,
  )
  async function mailsTo(address: string) {
    const { mails } = Object((await admin.get('/auth/mail')).body)
    return mails.filter(({ to }: { readonly to: string }) => to === address).length
  }
  expect(await mailsTo(username)).toBeGreaterThan(0)
  const [, days] =
    /mails to you: for (\d+) days, also past the end of your account/.exec(words) ?? []
  pages.server.clock.advance({ days: Number(days), minutes: 1 })
  await createKeptMails(join(pages.server.address.dataDir, 'mail')).purge(pages.server.clock.now())
  expect(await mailsTo(username)).toBe(0)
})

test('the privacy page tells of keys, tokens, preferences, and for how long what staff did is kept', async () => {
  await using pages = await served(undefined)
  const { server } = pages
  const words = (await pages.get('/privacy')).text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  for (const kept of ['passkey', 'another provider', 'tokens for your scripts', 'preferences'])
    expect(words).toContain(kept)

  const [admin, anna] = [await server.buildUser(), await server.buildUser()]
  await admin.post(`/auth/users/${anna.id}/unlock`, {})
  const log = async () => Object(await admin.graphql('{ auditLog { action } }')).data.auditLog
  expect(await log()).toHaveLength(1)
  const [, days] = /look after accounts did to either[^.]*for (\d+) days/.exec(words) ?? []
  server.clock.advance({ days: Number(days), minutes: 1 })
  await purgeAudit(server.db, server.clock.now())
  await admin.post('/auth/login', { username: admin.email, password: admin.password })
  expect(await log()).toEqual([])
})

test('the first page claims nothing better than what was measured', async () => {
  const page = (await renderPages()).find(({ path }) => path === '/')
  const words = (page?.html ?? '').replace(/<[^>]*>/g, '')
  const figure = (pattern: RegExp, text: string) =>
    Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))
  const measured = readFileSync('docs/performance.md', 'utf8').split('\n## ')
  const row = (title: string, pattern: RegExp) =>
    figure(pattern, measured.find(part => part.startsWith(title)) ?? '')
  const tick = row('A gesture while edits wait', /^\| 500 \| ([\d.]+) \|/m)
  expect(figure(/tick shows within (\d+) ms while 500 changes wait/, words)).toBeGreaterThan(tick)
  const live = row('From one device to another', /^\| Aisle \| ([\d.]+) \|/m)
  expect(figure(/sees the other within ([\d.]+) seconds/, words) * 1000).toBeGreaterThan(live)

  const shown = readFileSync('docs/reliability.md', 'utf8')
  const most = (pattern: RegExp) =>
    Math.max(
      ...Array.from(shown.matchAll(pattern), ([, count = '']) => Number(count.replace(',', ''))),
    )
  expect(figure(/([\d,]+) random histories/, words)).toBeLessThanOrEqual(
    most(/([\d,]+) ended well/g),
  )
  expect(figure(/(\d+) kills of the browser/, words)).toBeLessThanOrEqual(
    most(/(\d+) (?:kills|times on)/g),
  )
})

test('the app itself is the empty shell', async () => {
  await using pages = await served(undefined)
  for (const path of ['/product', '/product/x', '/app', '/admin', '/login', '/index.html']) {
    const { status, text } = await pages.get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text, path).toContain('<div id="root"></div>')
  }
})

test('a signed-in page holds what it would ask for first, and is kept by nobody on the way', async () => {
  await using pages = await served(undefined)
  const person = await pages.server.buildUser({ firstName: '</script>' })
  const response = await person.fetch('/product/shoppinglist?list=1')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('etag')).toBeNull()
  const text = await response.text()
  const [, json = '', ...more] = text.split(/<script type="application\/json" id="at-hand">/)
  expect(more).toEqual([])
  const answers = JSON.parse(json.slice(0, json.indexOf('</script>')))
  const lists = `/graphql ${person.id} changes {"known":[],"epoch":""}`
  const units = `/graphql ${person.id} getAllUnit {}`
  expect(Object.keys(answers)).toEqual([
    '/csrftoken',
    '/settings.json',
    '/auth/status',
    units,
    lists,
  ])
  expect(JSON.parse(answers[lists]).data.changes).toMatchObject({ lists: [], more: false })
  expect(JSON.parse(answers['/auth/status'])).toMatchObject({
    success: true,
    user: { id: person.id, firstName: '</script>' },
  })
  expect(JSON.parse(answers[units]).data.getAllUnit[0]).toMatchObject({ __typename: 'Unit' })
  const asked = await person.graphql('{ getAllUnit { id } }', undefined, {
    headers: { 'x-csrf-token': answers['/csrftoken'] },
  })
  expect(asked.status).toBe(200)

  for (const path of ['/product', '/app', '/login', '/'])
    expect((await pages.get(path)).text, path).not.toContain('at-hand')
  for (const path of ['/login', '/about', '/index.html', '/admin'])
    expect(await (await person.fetch(path)).text(), path).not.toContain('at-hand')
})

test('a page that shows a list holds a first look at it, for whom it is', async () => {
  await using pages = await served(undefined, shell.replace('</head>', files))
  const person = await pages.server.buildUser()
  const made = await person.graphql('mutation{createShoppingList(name:"<Weekly>"){id}}')
  const { id } = Object(made.body).data.createShoppingList
  await person.graphql('mutation($list:ID!){createItem(shoppingListId:$list,name:"<Milk>"){id}}', {
    list: id,
  })
  const path = `/product/shoppinglist?list=${id}`
  const text = await (await person.fetch(path)).text()
  expect(text).toContain('<template id="painted" data-holds="{&quot;isFirst&quot;:true,')
  expect(text).toContain('>&lt;Milk></span>')
  expect(text).not.toContain('<Milk>')
  expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/start-2.js">')

  const stranger = await pages.server.buildUser()
  for (const page of [await stranger.fetch(path), await person.fetch('/product/friends')])
    expect(await page.text()).not.toContain('id="painted"')
})

const files = `<link rel="stylesheet" crossorigin href="/assets/style-1.css">
<script type="module" crossorigin src="/assets/start-2.js"></script>
<script>load('/assets/app-3.js')</script></head>`

test('a signed-in page holds its styles, and names its code before it has come itself', async () => {
  await using pages = await served(undefined, shell.replace('</head>', files))
  const person = await pages.server.buildUser()
  const page = await person.fetch('/product')
  expect(page.headers.get('link')).toBe(
    '</assets/start-2.js>; rel=modulepreload; crossorigin, </assets/app-3.js>; rel=modulepreload; crossorigin',
  )
  const text = await page.text()
  expect(text).toContain('<style data-file="/assets/style-1.css">p{color:red}</style>')
  expect(text).not.toContain('rel="stylesheet"')
  expect((await person.fetch('/')).headers.get('link')).toBeNull()
})

test('a public page asks for no stylesheet before it is painted', () => {
  const page = inlineStyles(shell.replace('</head>', files), 'p{color:$1}')
  expect(page).toContain('<style data-file="/assets/style-1.css">p{color:$1}</style>')
  expect(page).not.toContain('rel="stylesheet"')
  expect(() => inlineStyles(shell, '')).toThrow('index.html has no stylesheet')
})

test('what is no screen is the first page, and says that it was not found', async () => {
  await using pages = await served(undefined)
  const { text: first } = await pages.get('/')
  for (const path of ['/nowhere', '/nowhere/deep', '/about/us', '/productx', '/%']) {
    expect(await pages.get(path), path).toMatchObject({ status: 404, text: first })
  }
  const { text: posts } = await pages.get('/blog')
  expect(await pages.get('/blog/none')).toMatchObject({ status: 404, text: posts })
})

test('all that the build makes is valid HTML', async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ['html-validate:standard', 'html-validate:document'],
      // All scripts come from the server that sent the page.
      rules: { 'require-sri': 'off' },
    }),
  )
  const pages = (await renderPages()).map(page => [page.path, fill(shell, page)] as const)
  for (const [path, text] of [['index.html', shell] as const, ...pages]) {
    const { results } = await validator.validateString(text, path)
    const messages = results.flatMap(result => result.messages)
    expect([path, messages.map(({ message, selector }) => [message, selector])]).toEqual([path, []])
  }
})

test('sitemap and security.txt name the installation', async () => {
  await using pages = await served('https://aisle.example.org')
  expect(await pages.get('/sitemap.xml')).toMatchObject({
    type: 'application/xml; charset=utf-8',
    text: '<loc>https://aisle.example.org/about</loc>',
  })
  expect((await pages.get('/.well-known/security.txt')).text).toBe(
    'Contact: https://aisle.example.org/contact\nExpires: 2026-12-21T09:00:00.000Z\nPreferred-Languages: en\n',
  )
})

test('where no address is known, nothing names one', async () => {
  await using pages = await served(undefined)
  const { text } = await pages.get('/')
  expect(text).not.toMatch(/canonical|og:url|og:image|aisle\.invalid/)
  expect(text).toContain('<meta name="description"')
  expect((await pages.get('/robots.txt')).text).toBe(
    'User-agent: *\nDisallow: /product\nDisallow: /admin\nDisallow: /app\n\n',
  )
})

test('HTML in a post is shown, not run', () => {
  const { html, title } = readPost(
    'x.md',
    '---\ntitle: A <b>\ndate: 2026-11-21\nsummary: s\n---\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) **b**',
  )
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<script|href="javascript/)
  expect(html).toContain('<strong>b</strong>')
  expect(fill(shell, { path: '/x', title, description: '"$1', html })).toContain(
    '<title>A &lt;b></title>',
  )
  expect(() => readPost('y.md', '---\ntitle: A\n---\n')).toThrow('y.md has no line "date: …"')
})

test('a post whose lines end as those of Windows is the same post', () => {
  const typed = '---\ntitle: A\ndate: 2026-11-21\nsummary: B\n---\n\nMilk\n\nBread\n'
  expect(readPost('z.md', typed.replaceAll('\n', '\r\n'))).toEqual(readPost('z.md', typed))
})

test('the blog begins with its newest post', () => {
  expect(readPosts('docs/blog').map(post => post.slug)).toEqual(['0-3-0', '0-2-0', '0-1-0'])
})
