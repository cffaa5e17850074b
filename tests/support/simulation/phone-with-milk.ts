/** A phone whose person has one list, with milk on it, and a server that has both; `effects` tell what reached it. */
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { TestClient } from '../server/client.ts'
import { startTestServer } from '../server/server.ts'
import { createDevice } from './device.ts'
import { watchEffects } from './effects.ts'
import type { SimDisk } from './sim-disk.ts'

interface PhoneOptions {
  readonly disk?: SimDisk
  /** What the phone reaches the server through, if that is not the watched client alone. */
  readonly client?: (watched: TestClient) => TestClient
  /** How long nothing more is done then. */
  readonly quietMs?: number
}

/** Whoever opens it kills the phone and closes the server. */
export async function openPhoneWithMilk({
  disk,
  client = watched => watched,
  quietMs,
}: PhoneOptions = {}) {
  const server = await startTestServer()
  const user = await server.buildUser()
  const effects = watchEffects()
  const phone = createDevice({
    userId: user.id,
    client: client(effects.watch(user)),
    ...(disk && { disk }),
  })
  await phone.openPage()
  const [list, milk] = [newId(), newId()]
  phone.page.offline.perform(createShoppingList, { id: list, name: 'Weekly' })
  phone.page.offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' })
  await phone.rest(quietMs)
  return { server, user, effects, phone, list, milk }
}
