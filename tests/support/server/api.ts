/** Calls one operation of the contract by its name: arguments as values, the answer with all its fields. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLField, getNamedType, isLeafType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Permission } from '../../../rules/people/permissions.ts'
import type { GraphqlOptions, GraphqlResponse, TestClient } from './client.ts'
import type { TestServer, TestUser } from './server.ts'

const schema = buildSchema(
  readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'),
)

export interface CallOptions extends GraphqlOptions {
  /** Instead of all fields but `items` and `list`. */
  readonly select?: string
}

export interface Called extends GraphqlResponse {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the contract's
  readonly result: any
  /** `extensions.code` of the first error. */
  readonly code: unknown
  /** The first error's extensions. */
  readonly refusal: Readonly<Record<string, unknown>>
}

/** `call(ana, 'createItem', { shoppingListId, name })`. */
export async function call(
  client: TestClient,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  { select, ...options }: CallOptions = {},
): Promise<Called> {
  const response = await client.graphql(operationOf(name, Object.keys(args), select), args, options)
  const refusal = response.errors?.[0]?.extensions ?? {}
  return { ...response, result: response.data?.[name], code: refusal.code, refusal }
}

/** As `call`, where nothing else than success will do. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is the contract's
export async function done(...parts: Parameters<typeof call>): Promise<any> {
  const { errors, result, text } = await call(...parts)
  if (errors) throw new Error(`${parts[1]} was refused: ${text}`)
  return result
}

/** An event stream, asked for as the app does it; open once the first piece of its body can be read. */
export async function openStream(
  client: TestClient,
  query: string,
  signal: AbortSignal,
): Promise<Response> {
  return client.fetch('/graphql', {
    method: 'POST',
    signal,
    body: JSON.stringify({ query }),
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-csrf-token': await (await client.fetch('/csrftoken')).text(),
    },
  })
}

/** A document of its own words; nothing else than success will do. */
export async function run(
  client: TestClient,
  query: string,
  variables: object = {},
  requestToken?: string,
): Promise<GraphqlResponse['data']> {
  const answer = await client.graphql(query, variables, requestToken ? { requestToken } : {})
  if (answer.errors) throw new Error(`A document was refused: ${answer.text}`)
  return answer.data
}

/** The text of an operation with one root field; its arguments come as variables of the same names. */
export function operationOf(name: string, argNames: readonly string[], select?: string): string {
  const isMutation = schema.getMutationType()?.getFields()[name] !== undefined
  const field =
    schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name]
  if (!field) throw new Error(`The contract has no ${name}.`)
  const typeOf = (arg: string) => field.args.find(({ name }) => name === arg)?.type ?? 'Unknown'
  const declared = argNames.map(arg => `$${arg}: ${typeOf(arg)}`).join(', ')
  const passed = argNames.map(arg => `${arg}: $${arg}`).join(', ')
  const kind = isMutation ? 'mutation' : 'query'
  const selection = select === undefined ? selectionOf(field) : `{ ${select} }`
  return argNames.length === 0
    ? `${kind} { ${name} ${selection} }`
    : `${kind} (${declared}) { ${name}(${passed}) ${selection} }`
}

function selectionOf(field: GraphQLField<unknown, unknown>, depth = 0): string {
  const type = getNamedType(field.type)
  if (!isObjectType(type) || depth > 3) return ''
  const fields = Object.values(type.getFields()).flatMap(inner => {
    const innerType = getNamedType(inner.type)
    if (isLeafType(innerType)) return [inner.name]
    if (type.name === 'ShoppingList' && inner.name === 'items') return []
    return [`${inner.name} ${selectionOf(inner, depth + 1)}`]
  })
  return `{ ${fields.join(' ')} }`
}

/** Anything that a document is valid with, for an argument of this type; undefined where none is needed. */
export function sampleOf(type: string): unknown {
  const plain = type.replace('!', '')
  if (!type.endsWith('!')) return undefined
  if (plain.startsWith('[')) return []
  if (plain === 'Int' || plain === 'Float') return 1
  if (plain === 'Boolean') return true
  if (plain === 'ID' || plain === 'String') return 'x'
  const named = schema.getType(plain)
  return named && 'getValues' in named ? named.getValues()[0]?.name : {}
}

export function newId(): string {
  return v7()
}

/** Gives somebody a membership, as sharing does; answers nothing. */
export async function share(
  server: TestServer,
  list: { readonly id: string; readonly userId: number },
  friend: TestUser,
  permission: Permission,
): Promise<void> {
  await server.db.query
    .insertInto('membership')
    .values({
      id: v7(),
      list_id: list.id,
      user_id: friend.id,
      permission,
      ord: 0,
      favourite: 0,
      shared_by_user_id: list.userId,
      ended_at: null,
    })
    .execute()
}

/** Takes a membership away, as unsharing does. */
export async function revoke(server: TestServer, listId: string, friend: TestUser): Promise<void> {
  await server.db.query
    .updateTable('membership')
    .set({ ended_at: server.clock.now().toISOString() })
    .where('list_id', '=', listId)
    .where('user_id', '=', friend.id)
    .execute()
}

/**
 * Shares a list, changes the permission, or ends it (undefined), as a person does who may: everybody who
 * sees the list is told, and the account of the friend.
 */
export async function permit(
  server: TestServer,
  listId: string,
  friend: { readonly id: number },
  permission: Permission | undefined,
): Promise<void> {
  const now = server.clock.now().toISOString()
  await server.db.transaction(async tx => {
    await tx
      .updateTable('user')
      .set({ revision: sql`revision + 1` })
      .where('id', '=', friend.id)
      .execute()
    const list = await tx
      .updateTable('shopping_list')
      .set({ revision: sql`revision + 1`, self_revision: sql`revision + 1` })
      .where('id', '=', listId)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    const membership = { permission, ended_at: null, shared_by_user_id: list.user_id }
    if (permission === undefined) {
      await tx
        .updateTable('membership')
        .set({ ended_at: now })
        .where('list_id', '=', listId)
        .where('user_id', '=', friend.id)
        .where('ended_at', 'is', null)
        .execute()
      return
    }
    const { last } = await tx
      .selectFrom('membership')
      .select(({ fn }) => fn.max('ord').as('last'))
      .where('user_id', '=', friend.id)
      .executeTakeFirstOrThrow()
    const end = (last ?? -1) + 1
    await tx
      .insertInto('membership')
      .values({
        ...membership,
        permission,
        id: v7(),
        list_id: listId,
        user_id: friend.id,
        ord: end,
        favourite: 0,
      })
      .onConflict(clash =>
        clash.columns(['list_id', 'user_id']).doUpdateSet({
          ...membership,
          permission,
          // Whoever had left it finds it at the end of their lists, as `joinList` has it.
          ord: sql`case when membership.ended_at is null then membership.ord else ${end} end`,
        }),
      )
      .execute()
  })
}
