/**
 * What ticks stand beside: Node's own http server, and the rows of a tick written as directly as the engine allows.
 * Reads and writes what Aisle's transaction does (request-token, item with permission, revision, item, activity,
 * stored answer), with the same durability, on data that Aisle made. No CSRF, no limits, no GraphQL, no log; who
 * asks is looked up once a connection.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

interface Tick {
  readonly userId: number
  readonly token: string
  readonly id: string
  readonly purchased: boolean
}

interface Store {
  findUser(sessionHash: string): Promise<number>
  tick(tick: Tick): Promise<string>
}

type Row = Record<string, string | number | null>

const findUser = (hash: string) => `select user_id from session where hash = ${hash}`

/** In the notation of both engines: `p` numbers the parameters. */
const statements = (p: (n: number) => string) => ({
  take: `insert into request (user_id, token, operation_hash, answer, created_at)
    values (${p(1)}, ${p(2)}, ${p(3)}, '', ${p(4)}) on conflict do nothing`,
  find: `select item.*, membership.permission from item
    join shopping_list on shopping_list.id = item.list_id and shopping_list.deleted_at is null
    join membership on membership.list_id = item.list_id and membership.user_id = ${p(1)}
      and membership.ended_at is null
    where item.id = ${p(2)}`,
  raise: `update shopping_list set revision = revision + 1 where id = ${p(1)} returning revision, name`,
  write: `update item set purchased = ${p(1)}, revision = ${p(2)}, updated_at = ${p(3)},
    updated_by = ${p(4)} where id = ${p(5)} returning *`,
  note: `insert into activity
    (id, list_id, revision, user_id, token, kind, list_name, item_names, item_count, fields, at, undo)
    values (${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(p).join(', ')})`,
  keep: `update request set answer = ${p(1)}, trace = ${p(2)}, list_id = ${p(3)}
    where user_id = ${p(4)} and token = ${p(5)}`,
})

type Ask = (name: keyof ReturnType<typeof statements>, ...values: readonly unknown[]) => Row[]

/** One statement after the other; `ask` answers at once or later. */
function* transaction({ userId, token, id, purchased }: Tick): Generator<Parameters<Ask>, string> {
  const now = new Date().toISOString()
  const hash = createHash('sha256').update(`updateItem ${id} ${purchased}`).digest('hex')
  yield ['take', userId, token, hash, now]
  const [item] = (yield ['find', userId, id]) as unknown as Row[]
  if (!item || item.permission === 'VIEW') throw new Error('That is not yours to tick.')
  const [list] = (yield ['raise', item.list_id]) as unknown as Row[]
  const ticked = purchased ? 1 : 0
  const [row] = (yield ['write', ticked, list?.revision, now, userId, id]) as unknown as Row[]
  const kind = purchased ? 'ITEM_TICKED' : 'ITEM_UNTICKED'
  const undo = { items: [{ id, before: { purchased: !purchased }, after: { purchased } }] }
  yield [
    ...([
      'note',
      randomUUID(),
      item.list_id,
      list?.revision,
      userId,
      token,
      kind,
      list?.name,
    ] as const),
    ...[JSON.stringify([item.name]), 1, '[]', now, JSON.stringify(undo)],
  ]
  const answer = JSON.stringify({ data: { updateItem: { ...row, purchased } } })
  yield ['keep', answer, JSON.stringify([{ ids: [id] }]), item.list_id, userId, token]
  return answer
}

function openSqlite(file: string): Store {
  const db = new DatabaseSync(file)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'secure_delete = on']) {
    db.exec(`pragma ${pragma}`)
  }
  db.exec('pragma wal_autocheckpoint = 4000')
  db.exec('pragma foreign_keys = on')
  const prepared = new Map(
    Object.entries(statements(() => '?')).map(([name, text]) => [name, db.prepare(text)]),
  )
  const session = db.prepare(findUser('?'))
  return {
    async findUser(hash) {
      return Number(session.get(hash)?.user_id)
    },
    async tick(tick) {
      db.exec('begin immediate')
      const steps = transaction(tick)
      let step = steps.next()
      while (!step.done) {
        const [name, ...values] = step.value
        const rows = prepared.get(name)?.all(...(values as (string | number | null)[]))
        step = steps.next(rows as never)
      }
      db.exec('commit')
      return step.value
    },
  }
}

function openPostgres(url: string): Store {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const texts = statements(n => `$${n}`)
  return {
    async findUser(hash) {
      const { rows } = await pool.query<Row>(findUser('$1'), [hash])
      return Number(rows[0]?.user_id)
    },
    async tick(tick) {
      const client = await pool.connect()
      await client.query('begin')
      const steps = transaction(tick)
      let step = steps.next()
      while (!step.done) {
        const [name, ...values] = step.value
        const { rows } = await client.query({ name, text: texts[name], values: [...values] })
        step = steps.next(rows as never)
      }
      await client.query('commit')
      client.release()
      return step.value
    },
  }
}

const { DATABASE_URL, DATA_DIR = '', PORT } = process.env
const store = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'aisle.db'))

async function answer(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return 'ok'
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { variables } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    readonly variables: { readonly id: string; readonly purchased: boolean }
  }
  const session = /aisle-session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  let userId = users.get(session)
  if (userId === undefined) {
    userId = await store.findUser(createHash('sha256').update(session).digest('hex'))
    users.set(session, userId)
  }
  return store.tick({ ...variables, userId, token: String(request.headers['request-token']) })
}

const users = new Map<string, number>()

// As long as Aisle keeps its connections: they wait while the other server has its turn.
createServer({ keepAliveTimeout: 125_000 }, (request, response) => {
  answer(request).then(
    text => {
      const type = 'application/json; charset=utf-8'
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
      response.end(text)
    },
    error => {
      response.writeHead(500, { 'content-length': 0 }).end()
      process.stderr.write(`${error}\n`)
    },
  )
}).listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
