import { createECDH } from 'node:crypto'
import type { Database } from '../db/open.ts'

/** By which push services know this server; base64url. */
export interface VapidKeys {
  /** Told to every browser that asks for notices. */
  readonly publicKey: string
  readonly privateKey: string
}

/** The keys that all processes share: the first of them makes them and leaves them in the database. */
export async function loadVapidKeys(db: Database): Promise<VapidKeys> {
  const find = () =>
    db.query
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'vapid-keys')
      .executeTakeFirst()
  const known = await find()
  if (known) return JSON.parse(known.value) as VapidKeys
  await db.query
    .insertInto('setting')
    .values({ key: 'vapid-keys', value: JSON.stringify(makeKeys()) })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('The keys for notices could not be stored.')
  return JSON.parse(made.value) as VapidKeys
}

/** RFC 8292: a pair on P-256, the public one as a point that is not compressed. */
function makeKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // Without its leading zeroes otherwise.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') }
}
