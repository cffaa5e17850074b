/**
 * Reads every answer of the server for addresses and phones: none may reach anybody but its person, their
 * accepted friends and the desk. Whoever wrote an address in a friend request sees it as they wrote it.
 */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { emailKey } from '../../rules/people/email.ts'
import { maySeeAddress } from '../../rules/people/friends.ts'
import { isStaff, readRole } from '../../rules/people/roles.ts'
import type { Schema } from '../../server/db/schema.ts'

export type Fetch<Parts extends readonly unknown[]> = (
  request: Request,
  ...parts: Parts
) => Promise<Response>

interface Watch {
  readonly db: Kysely<Schema>
  /** Told in words what reached whom. */
  readonly onLeak: (words: string) => void
}

/** The same, its answers read on the way: JSON whole, event streams as they pass. */
export function watchAddresses<Parts extends readonly unknown[]>(
  fetch: Fetch<Parts>,
  watch: Watch,
): Fetch<Parts> {
  return async (request, ...parts) => {
    let asked = ''
    // Not a clone: whoever refuses a body unread would wait for its other half to be given up, too.
    const heard = withBodyHeard(request, async text => {
      asked += text
    })
    const response = await fetch(heard, ...parts)
    const { headers, body } = response
    const type = headers.get('content-type') ?? ''
    if (!body || headers.has('content-encoding')) return response
    const secrets = secretsOf(request, response)
    const where = `${request.method} ${new URL(request.url).pathname}`
    const read = (text: string) => readText(text, { secrets, where, asked }, watch)
    if (type.includes('json')) {
      const text = await response.text()
      await read(text)
      return new Response(text, response)
    }
    if (type.includes('event-stream')) return new Response(readAlong(body, read), response)
    return response
  }
}

function withBodyHeard(request: Request, hear: (text: string) => Promise<void>): Request {
  if (!request.body) return request
  const body = readAlong(request.body, hear)
  // A stream is refused where the request may outlive its page.
  const init = { body, duplex: 'half', keepalive: false } as const
  return new Request(request, init)
}

/** What told the server who asks, or will from now on. */
function secretsOf(request: Request, response: Response): readonly string[] {
  const cookies = [request.headers.get('cookie') ?? '', ...response.headers.getSetCookie()]
  const values = cookies.flatMap(line => line.split(';')).map(part => part.split('=')[1]?.trim())
  const [, bearer] = request.headers.get('authorization')?.split(' ') ?? []
  return [bearer, ...values].flatMap(value => value ?? [])
}

interface Told {
  readonly secrets: readonly string[]
  readonly where: string
  /** What the request said: an address in it is no news to whoever wrote it, whatever the rest of a batch did. */
  readonly asked: string
}

async function readText(
  text: string,
  { secrets, where, asked }: Told,
  watch: Watch,
): Promise<void> {
  const addresses = addressesIn(text)
  const phones = [...text.matchAll(/\\?"phone\\?":\\?"([^"\\]+)/g)].map(match => match[1] ?? '')
  if (addresses.length === 0 && phones.length === 0) return
  const { db } = watch
  const people = await db
    .selectFrom('user')
    .select(['id', 'email', 'phone'])
    .where(({ eb, or }) =>
      or([
        ...(addresses.length > 0 ? [eb('email_key', 'in', addresses.map(emailKey))] : []),
        ...(phones.length > 0 ? [eb('phone', 'in', phones)] : []),
      ]),
    )
    .execute()
  if (people.length === 0) return
  const reader = await readerOf(db, secrets)
  if (isStaff(readRole(reader?.role ?? ''))) return
  const own = people.find(({ id }) => id === reader?.id)
  for (const { id, email, phone } of people) {
    // A household may have one phone.
    if (own && (id === own.id || (phone !== null && phone === own.phone))) continue
    const said = addresses.map(emailKey).includes(emailKey(email)) ? email : (phone ?? '')
    if (reader && (await isKnownTo(db, reader.id, id, said))) continue
    if (addressesIn(asked).map(emailKey).includes(emailKey(said))) continue
    watch.onLeak(
      `${said}, of user ${id}, reached ${reader ? `user ${reader.id}` : 'nobody known'} by ${where}.`,
    )
  }
}

/** Around each @, at most as long as an address may be: notes of 5,000 letters are read quickly. */
function addressesIn(text: string): readonly string[] {
  const addresses: string[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const [before = ''] = /[\w.+%-]*$/.exec(text.slice(Math.max(at - 64, 0), at)) ?? []
    const [after = ''] = /^[\w.-]*\w/.exec(text.slice(at + 1, at + 254)) ?? []
    addresses.push(`${before}@${after}`)
  }
  return addresses
}

async function readerOf(db: Kysely<Schema>, secrets: readonly string[]) {
  const hashes = secrets.map(secret => createHash('sha256').update(secret).digest('hex'))
  if (hashes.length === 0) return undefined
  return db
    .selectFrom('user')
    .select(['id', 'role'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('session').select('user_id').where('hash', 'in', hashes)),
        eb('id', 'in', selectFrom('api_token').select('user_id').where('hash', 'in', hashes)),
      ]),
    )
    .executeTakeFirst()
}

/** They accepted the reader, or the reader wrote the address. */
async function isKnownTo(
  db: Kysely<Schema>,
  readerId: number,
  personId: number,
  said: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('friend')
    .select(['friend_user_id', 'is_known', 'my_status', 'friend_status', 'email_key'])
    .where('user_id', '=', readerId)
    .execute()
  return rows.some(
    row =>
      row.email_key === emailKey(said) ||
      (row.friend_user_id === personId &&
        row.is_known === 1 &&
        maySeeAddress({ mine: row.my_status, theirs: row.friend_status })),
  )
}

/** Nothing is taken from the stream before somebody asks for it. */
function readAlong(
  body: ReadableStream<Uint8Array>,
  read: (text: string) => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        await read(decoder.decode(value, { stream: true }))
        controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
