/** The real server in this process, with an account of Ana on it, and the network from her browser to it. */
import { cpSync } from 'node:fs'
import { afterAll, onTestFinished } from 'vitest'
import { derivedId } from '../../rules/derived-id.ts'
import type { KeyValue } from '../../src/network/key-value.ts'
import { befriend, shareWith } from '../support/friends.ts'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'
import { done } from '../support/server/api.ts'
import type { TestClient } from '../support/server/client.ts'
import { sqlite, type TestPlace } from '../support/server/engines.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../support/server/server.ts'
import { createClock } from '../support/simulation/clock.ts'
import { createStageNetwork, type StageNetwork } from './stage-network.ts'

export const origin = 'http://aisle.test'

const names = {
  firstName: 'Ana',
  lastName: 'Kovač',
  email: 'ana@example.org',
  password: 'correct horse',
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const chrome = 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile'

/** As the server tells of them at sign-in. */
interface Person {
  readonly id: number
  readonly email: string
}

export interface StageServer extends StageNetwork {
  readonly server: TestServer
  readonly person: Person
  /** The browser of the page. */
  readonly browser: TestClient
  /** Whoever runs the server. */
  readonly owner: TestUser
  /** Another device of Ana's. */
  readonly phone: TestUser
  /** Signs the browser of the page in, as it was before. */
  signIn(): void
  /** Ends the session of the page's browser, as Ana can do on her phone. */
  endSession(): Promise<void>
  /** Also by a session that the browser has thrown away. */
  isSignedIn(): Promise<boolean>
  /** A list of Ana's with these items; an item's id is that of its name. */
  addList(name: string, itemNames?: readonly string[]): Promise<void>
  /** A list that a friend shares with Ana, who may change it until they say otherwise. */
  addSharedList(name: string, itemNames?: readonly string[]): Promise<SharedList>
  /** On the phone, of which the page hears nothing yet. */
  deleteItem(name: string): Promise<void>
  deleteList(name: string): Promise<void>
  /** As they are told to the phone. */
  lists(): Promise<readonly StageRecord[]>
  items(): Promise<readonly StageRecord[]>
}

interface SharedList {
  /** Whose list it is. */
  readonly friend: TestUser
  /** Ana may only look, of which the page hears nothing yet. */
  protect(): Promise<void>
  /** She may change it again, and hears of it. */
  release(): Promise<void>
}

type StageRecord = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly name: string
}

/** A list's or item's id follows from its name. */
export function idOf(name: string): string {
  return derivedId('1b671a64-40d5-491e-99b0-da01ff1f3341', name)
}

/** What a browser that was here before keeps: the settings of this server. */
export async function keptSettings({ browser }: StageServer): Promise<KeyValue> {
  const local = createMemoryKeyValue()
  local.set('aisle.settings', await (await browser.fetch('/settings.json')).text())
  return local
}

/** Ana is signed in on two devices; it lies there to be copied. */
interface Template {
  readonly place: TestPlace
  readonly person: Person
  readonly owner: TestUser
  readonly browser: ReadonlyMap<string, string>
  readonly phone: ReadonlyMap<string, string>
}

let template: Promise<Template> | undefined

afterAll(async () => (await template)?.place.remove())

async function makeTemplate(): Promise<Template> {
  const place = await sqlite.newPlace()
  const server = await startTestServer(sqlite, { address: place, clock: createClock(rightNow()) })
  // Whoever comes first runs the server.
  const owner = await server.buildUser({ ...names, firstName: 'Olga', email: 'olga@example.org' })
  const browser = server.client()
  await browser.post('/auth/signup', { ...names, phone: '' }, { 'user-agent': firefox })
  const phone = server.client()
  const { body } = await phone.post(
    '/auth/login',
    { username: names.email, password: names.password },
    { 'user-agent': chrome },
  )
  await server.close()
  const person = Object(body.user)
  return { place, person, owner, browser: browser.cookies, phone: phone.cookies }
}

export async function openServer(options: TestServerOptions = {}): Promise<StageServer> {
  template ??= makeTemplate()
  const { place, person, owner, ...devices } = await template
  const engine = {
    ...sqlite,
    async newPlace() {
      const copy = await sqlite.newPlace()
      cpSync(place.dataDir, copy.dataDir, { recursive: true })
      return copy
    },
  }
  const clock = createClock(rightNow())
  const server = await startTestServer(engine, { clock, ...options })
  function as({ id, email }: Person, cookies: ReadonlyMap<string, string>): TestUser {
    const client = server.client()
    keep(client, cookies)
    return Object.assign(client, { id, email, password: names.password })
  }
  const browser = server.client({ address: '203.0.113.7' })
  const phone = as(person, devices.phone)
  const network = createStageNetwork(browser)
  /** With the session of before, which the browser may have thrown away. */
  let entered: TestClient | undefined
  onTestFinished(async () => {
    await network.close()
    await server.close()
  })

  return Object.assign(network, {
    server,
    browser,
    person,
    owner: as(owner, owner.cookies),
    phone,
    signIn() {
      entered = server.client()
      keep(entered, devices.browser)
      keep(browser, devices.browser)
    },
    async endSession() {
      await phone.post('/auth/sessions/end-others', {})
    },
    async isSignedIn() {
      const asked = [browser, ...(entered ? [entered] : [])].map(one => one.get('/auth/status'))
      return (await Promise.all(asked)).some(({ body }) => body.success === true)
    },
    addList: (name: string, itemNames?: readonly string[]) => createList(phone, name, itemNames),
    async addSharedList(name: string, itemNames?: readonly string[]) {
      const ben = await server.buildUser({ firstName: 'Ben' })
      await befriend(ben, phone)
      await createList(ben, name, itemNames)
      await shareWith(ben, idOf(name), [[phone, 'EDIT']])
      return {
        friend: ben,
        async protect() {
          network.stalled = true
          await shareWith(ben, idOf(name), [[phone, 'VIEW']])
        },
        async release() {
          await shareWith(ben, idOf(name), [[phone, 'EDIT']])
          network.stalled = false
        },
      }
    },
    async deleteItem(name: string) {
      network.stalled = true
      await done(phone, 'deleteByIdItem', { id: idOf(name) })
    },
    async deleteList(name: string) {
      network.stalled = true
      await done(phone, 'deleteByIdShoppingList', { id: idOf(name) })
    },
    lists: () => done(phone, 'getAllShoppingList'),
    items: () => done(phone, 'getAllItem'),
  })
}

async function createList(
  of: TestUser,
  name: string,
  itemNames: readonly string[] = [],
): Promise<void> {
  const items = itemNames.map(item => ({ id: idOf(item), name: item }))
  await done(of, 'createShoppingList', { id: idOf(name), name, items }, { select: 'id' })
}

/** As the page's clock goes; it stands until a test moves it. */
function rightNow(): string {
  return new Date().toISOString()
}

function keep(client: TestClient, cookies: ReadonlyMap<string, string>): void {
  for (const [name, value] of cookies) client.cookies.set(name, value)
}
