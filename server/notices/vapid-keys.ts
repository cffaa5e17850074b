import webPush from 'web-push'
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
    .values({ key: 'vapid-keys', value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('The keys for notices could not be stored.')
  return JSON.parse(made.value) as VapidKeys
}
