/** A server for screens, played by msw: one account, its lists, and a network that can be taken away. */
import { getResponse } from 'msw'
import { graphql } from 'msw/graphql'
import { HttpResponse, http } from 'msw/http'
import { setupServer } from 'msw/node'
import { moveAfter } from '../../rules/order.ts'
import { accountUnit } from '../../src/cache/sync/changes.ts'
import type { FeedbackFieldsFragment } from '../../src/generated/desk-operations.ts'
import type {
  ItemFieldsFragment,
  NoticeSettingsFieldsFragment,
  OwnFeedbackFieldsFragment,
  ShoppingListFieldsFragment,
} from '../../src/generated/operations.ts'
import { aList, anItem } from '../support/records.ts'

export const origin = 'http://aisle.test'
const api = graphql.link(`${origin}/graphql`)
const moment = '2026-11-21T09:30:00.000Z'

export const ana = {
  id: 1,
  firstName: 'Ana',
  lastName: 'Kovač',
  email: 'ana@example.org',
  phone: null,
  role: 'SILVER',
  createdAt: moment,
  inviteId: 'invite-ana',
}

export const units = [
  { __typename: 'Unit', id: 'unit-kg', name: 'kilogram', abbreviation: 'kg' },
  { __typename: 'Unit', id: 'unit-l', name: 'litre', abbreviation: 'l' },
  { __typename: 'Unit', id: 'unit-piece', name: 'piece', abbreviation: 'pc' },
]

export interface PlayedServer {
  readonly handlers: ReturnType<typeof createHandlers>
  readonly lists: Map<string, ShoppingListFieldsFragment>
  readonly items: Map<string, ItemFieldsFragment>
  /** Nothing answers any more. */
  reachable: boolean
  /** Data calls are answered, with status 500 and this sentence; empty: with none. */
  trouble: string | undefined
  /** The session has ended: data calls are answered 401. */
  signedIn: boolean
  /** Whoever signs in is this person. */
  person: typeof ana
  /** The next edit is refused with this sentence. */
  refuseNext: string | undefined
  /** Why, for the person who could see it before. */
  refusalReason: 'DELETED' | 'LIST_DELETED'
  /** What the person said. */
  feedback: readonly OwnFeedbackFieldsFragment[]
  /** The list that opens first, as the preferences say. */
  firstListId: string | null
  /** One's notices, as this browser is told of them. */
  notices: NoticeSettingsFieldsFragment
  /** How often it was asked for. */
  feedbackAsked: number
  /** What the desk sees. */
  deskFeedback: readonly FeedbackFieldsFragment[]
  /** What it stamps changes of items with, ISO 8601. */
  now: string
  /** What account calls without a part of their own are answered with: by the last part of their path. */
  readonly accountAnswers: Map<string, object>
  /** The calls so answered, and what they brought. */
  apiTokens: readonly (Fields & { readonly id: string })[]
  readonly accountCalls: { readonly call: string; readonly body: unknown }[]
  /** Where the person is signed in. */
  sessions: readonly {
    readonly id: string
    readonly browser: string | null
    readonly seenAt: string
    readonly current: boolean
  }[]
  /** By what the person gets in. */
  waysIn: {
    readonly password: boolean
    readonly provider: { readonly name: string; readonly since: string | null } | null
    readonly secondStep: boolean
  }
  /** Whether the server wishes that the person proves their address. */
  asksToVerify: boolean
  /** The account was deleted on another device. */
  isDeleted: boolean
  passkeys: readonly { readonly id: string; readonly name: string; readonly usedAt: null }[]
  addList(name: string, itemNames?: readonly string[]): string
}

type Fields = Readonly<Record<string, unknown>>

export function createPlayedServer(): PlayedServer {
  let made = 0
  const server: PlayedServer = {
    handlers: [],
    accountAnswers: new Map(),
    apiTokens: [],
    accountCalls: [],
    lists: new Map(),
    items: new Map(),
    reachable: true,
    trouble: undefined,
    signedIn: false,
    sessions: [
      { id: 'here', browser: 'Firefox on Linux', seenAt: moment, current: true },
      { id: 'phone', browser: 'Chrome on Android', seenAt: moment, current: false },
      { id: 'old', browser: null, seenAt: moment, current: false },
    ],
    passkeys: [],
    waysIn: { password: true, provider: null, secondStep: false },
    asksToVerify: false,
    isDeleted: false,
    person: ana,
    refuseNext: undefined,
    refusalReason: 'DELETED',
    feedback: [],
    firstListId: null,
    notices: {
      __typename: 'NoticeSettings',
      publicKey: 'the-key',
      subscribed: false,
      quietFrom: null,
      quietTo: null,
      timeZone: null,
      silentListIds: [],
    },
    feedbackAsked: 0,
    deskFeedback: [],
    now: moment,
    addList(name, itemNames = []) {
      made += 1
      const id = `list-${made}`
      server.lists.set(id, listFrom({ id, name, order: server.lists.size }))
      itemNames.forEach((itemName, order) => {
        const itemId = `${id}-item-${order}`
        server.items.set(
          itemId,
          itemFrom({ id: itemId, shoppingListId: id, name: itemName, order }),
        )
      })
      return id
    },
  }
  return Object.assign(server, { handlers: createHandlers(server) })
}

export function listenTo(server: Pick<PlayedServer, 'handlers'>) {
  const listening = setupServer(...server.handlers)
  listening.listen({ onUnhandledFrame: 'error' })
  return listening
}

function userFrom(person: typeof ana) {
  const { inviteId: _, ...user } = person
  return { __typename: 'User', ...user }
}

/** What changes one's notices. */
function noticeHandlers(server: PlayedServer, edit: (answer: () => Fields) => Response) {
  const changes: Readonly<Record<string, (variables: Fields) => object>> = {
    subscribeToNotices: () => ({ subscribed: true }),
    unsubscribeFromNotices: () => ({ subscribed: false }),
    setQuietHours: ({ from = null, to = null, timeZone = null }) => ({
      quietFrom: from,
      quietTo: to,
      timeZone,
    }),
    setListNotices: ({ shoppingListId, on }) => {
      const others = server.notices.silentListIds.filter(id => id !== shoppingListId)
      return { silentListIds: on === true ? others : [...others, String(shoppingListId)] }
    },
  }
  return Object.entries(changes).map(([name, changed]) =>
    api.mutation(name, ({ variables }) =>
      edit(() => {
        server.notices = { ...server.notices, ...changed(variables) }
        return { [name]: server.notices }
      }),
    ),
  )
}

function createHandlers(server: PlayedServer) {
  let revision = 1
  const bin = new Map<string, ShoppingListFieldsFragment>()

  /** What every answer goes through first. */
  function httpClient<Answer extends Response | Promise<Response>>(
    answer: () => Answer,
  ): Answer | Response {
    if (!server.reachable) return HttpResponse.error()
    return answer()
  }

  function data(answer: () => Fields): Response {
    return httpClient(() => {
      if (server.trouble !== undefined) {
        return HttpResponse.json({ errors: [{ message: server.trouble }] }, { status: 500 })
      }
      if (!server.signedIn) {
        return HttpResponse.json(
          { errors: [{ message: 'Sign in.', extensions: { code: 'UNAUTHENTICATED' } }] },
          { status: 401 },
        )
      }
      return HttpResponse.json({ data: answer() })
    })
  }

  function edit(answer: () => Fields): Response {
    const refusal = server.refuseNext
    if (refusal !== undefined && server.reachable) {
      server.refuseNext = undefined
      return HttpResponse.json({
        errors: [
          { message: refusal, extensions: { code: 'NOT_FOUND', reason: server.refusalReason } },
        ],
        data: null,
      })
    }
    revision += 1
    return data(answer)
  }

  return [
    http.get(`${origin}/csrftoken`, () =>
      httpClient(() => new HttpResponse('token-for-the-screens')),
    ),
    http.get(`${origin}/auth/status`, () =>
      httpClient(() =>
        HttpResponse.json(
          server.signedIn
            ? { success: true, user: server.person, askToVerifyEmail: server.asksToVerify }
            : { success: false, ...(server.isDeleted && { reason: 'DELETED' }) },
        ),
      ),
    ),
    http.get(`${origin}/auth/sessions`, () =>
      httpClient(() => HttpResponse.json({ success: true, sessions: server.sessions })),
    ),
    http.get(`${origin}/auth/ways-in`, () =>
      httpClient(() => HttpResponse.json({ success: true, ...server.waysIn })),
    ),
    http.get(`${origin}/auth/passkeys`, () =>
      httpClient(() => HttpResponse.json({ success: true, passkeys: server.passkeys })),
    ),
    http.post(`${origin}/auth/sessions/:call`, async ({ request, params }) => {
      const { id } = Object((await request.json()) ?? {})
      return httpClient(() => {
        server.sessions = server.sessions.filter(one =>
          params.call === 'end' ? one.id !== id : one.current,
        )
        return HttpResponse.json({ success: true, message: 'Signed out there.' })
      })
    }),
    api.query('getAllApiToken', () => data(() => ({ getAllApiToken: server.apiTokens }))),
    api.mutation('createApiToken', ({ variables }) =>
      data(() => {
        const apiToken = {
          __typename: 'ApiToken' as const,
          id: `token-${server.apiTokens.length}`,
          name: String(variables.name),
          scope: String(variables.scope),
          createdAt: moment,
          usedAt: null,
        }
        server.apiTokens = [...server.apiTokens, apiToken]
        return {
          createApiToken: { __typename: 'CreatedApiToken', token: 'aisle_once', apiToken },
        }
      }),
    ),
    api.mutation('deleteByIdApiToken', ({ variables }) =>
      data(() => {
        server.apiTokens = server.apiTokens.filter(({ id }) => id !== variables.id)
        return {
          deleteByIdApiToken: [
            { __typename: 'DeleteResult', id: variables.id, status: 'PASS', message: null },
          ],
        }
      }),
    ),
    api.mutation('updateUserBasics', ({ variables }) =>
      edit(() => {
        server.person = { ...server.person, ...variables }
        return { updateUserBasics: userFrom(server.person) }
      }),
    ),
    api.mutation('updateUserPassword', ({ variables }) => {
      server.accountCalls.push({ call: 'updateUserPassword', body: variables })
      return edit(() => ({ updateUserPassword: userFrom(server.person) }))
    }),
    api.mutation('deleteUser', ({ variables }) => {
      server.accountCalls.push({ call: 'deleteUser', body: variables })
      return edit(() => ({ deleteUser: userFrom(server.person) }))
    }),
    http.post(`${origin}/auth/:call`, async ({ request, params }) => {
      const call = String(params.call)
      const answer = server.accountAnswers.get(call)
      if (answer === undefined) return undefined
      server.accountCalls.push({ call, body: await request.json() })
      return httpClient(() => HttpResponse.json(answer as object))
    }),
    http.post(`${origin}/auth/login`, ({ request }) =>
      request.json().then(body =>
        httpClient(() => {
          const password = typeof body === 'object' && body !== null ? body.password : undefined
          if (password !== 'correct horse') {
            return HttpResponse.json({ success: false, message: 'Email or password is wrong.' })
          }
          server.signedIn = true
          return HttpResponse.json({ success: true, user: server.person })
        }),
      ),
    ),
    http.post(`${origin}/auth/signup`, () =>
      httpClient(() => {
        server.signedIn = true
        return HttpResponse.json({ success: true, user: server.person })
      }),
    ),
    http.get(`${origin}/auth/logout`, () =>
      httpClient(() => {
        server.signedIn = false
        return HttpResponse.json({ success: true, time: moment })
      }),
    ),
    api.query('getByFilterFeedback', ({ variables }) =>
      data(() => ({
        getByFilterFeedback: server.deskFeedback
          .slice(server.deskFeedback.findIndex(({ cursor }) => cursor === variables.after) + 1)
          .slice(0, variables.first),
      })),
    ),
    api.query('feedbackSummary', () =>
      data(() => ({
        feedbackSummary: {
          __typename: 'FeedbackSummary',
          statuses: [
            {
              __typename: 'FeedbackStatusCount',
              status: 'RECEIVED',
              count: server.deskFeedback.length,
            },
          ],
          weeks: [{ __typename: 'FeedbackWeek', monday: '2026-11-16', count: 2, averageRating: 2 }],
        },
      })),
    ),
    api.mutation('updateFeedback', ({ variables }) =>
      data(() => {
        const changed = server.deskFeedback.map(one =>
          one.id === variables.id ? { ...one, ...variables } : one,
        )
        server.deskFeedback = changed
        return { updateFeedback: changed.find(({ id }) => id === variables.id) }
      }),
    ),
    api.mutation('updateFeedbackStatus', ({ variables }) =>
      data(() => {
        const there = new Set(server.deskFeedback.map(({ id }) => id))
        server.deskFeedback = server.deskFeedback.map(one =>
          variables.ids.includes(one.id) ? { ...one, status: variables.status } : one,
        )
        return {
          updateFeedbackStatus: variables.ids.map((id: string) => ({
            __typename: 'FeedbackResult',
            id,
            status: there.has(id) ? 'PASS' : 'FAIL',
            message: there.has(id) ? null : 'It is not there any more.',
          })),
        }
      }),
    ),
    api.query('ownFeedback', () => {
      server.feedbackAsked += 1
      return data(() => ({ getByFilterFeedback: server.feedback }))
    }),
    api.query('noticeSettings', () => data(() => ({ noticeSettings: server.notices }))),
    ...noticeHandlers(server, edit),
    api.query('getAllUnit', () => data(() => ({ getAllUnit: units }))),
    api.query('changes', ({ variables }) =>
      data(() => ({ changes: changesOf(server, revision, variables.known) })),
    ),
    api.mutation('createItem', ({ variables }) =>
      edit(() => {
        const item = itemFrom({ ...variables, order: server.items.size, updatedBy: ana.id })
        server.items.set(item.id, item)
        return { createItem: item }
      }),
    ),
    api.mutation('updateItem', ({ variables }) =>
      edit(() => {
        const item = itemFrom({
          ...server.items.get(String(variables.id)),
          ...variables,
          updatedAt: server.now,
          updatedBy: ana.id,
        })
        server.items.set(item.id, item)
        return { updateItem: item }
      }),
    ),
    api.mutation('deleteByIdItem', ({ variables }) =>
      edit(() => {
        server.items.delete(String(variables.id))
        return { deleteByIdItem: [deleted(variables.id)] }
      }),
    ),
    api.mutation('moveItem', ({ variables }) =>
      edit(() => ({ moveItem: server.items.get(String(variables.id)) })),
    ),
    api.mutation('moveShoppingList', ({ variables }) =>
      edit(() => {
        const order = moveAfter(
          [...server.lists.keys()],
          String(variables.id),
          variables.afterShoppingListId,
        )
        const lists = order.flatMap(id => server.lists.get(id) ?? [])
        server.lists.clear()
        for (const [place, list] of lists.entries()) {
          server.lists.set(list.id, { ...list, order: place })
        }
        return { moveShoppingList: server.lists.get(String(variables.id)) }
      }),
    ),
    api.mutation('createShoppingList', ({ variables }) =>
      edit(() => {
        const list = listFrom({ ...variables, order: server.lists.size })
        server.lists.set(list.id, list)
        return { createShoppingList: list }
      }),
    ),
    api.mutation('updateShoppingList', ({ variables }) =>
      edit(() => {
        const list = listFrom({
          ...server.lists.get(String(variables.id)),
          ...variables,
          ...(variables.itemTags && { itemTags: variables.itemTags.map(madeTag) }),
        })
        server.lists.set(list.id, list)
        return { updateShoppingList: list }
      }),
    ),
    api.mutation('deleteByIdShoppingList', ({ variables }) =>
      edit(() => {
        const list = server.lists.get(String(variables.id))
        if (list) bin.set(list.id, list)
        server.lists.delete(String(variables.id))
        return { deleteByIdShoppingList: [deleted(variables.id)] }
      }),
    ),
    api.mutation('restoreShoppingList', ({ variables }) =>
      edit(() => {
        const list = listFrom({ ...bin.get(String(variables.id)), id: variables.newId })
        server.lists.set(list.id, list)
        const items = [...server.items.values()].filter(
          item => item.shoppingListId === variables.id,
        )
        const back = items.map((item, at) => ({
          ...item,
          id: `${list.id}-item-${at}`,
          shoppingListId: list.id,
        }))
        for (const item of items) server.items.delete(item.id)
        for (const item of back) server.items.set(item.id, item)
        return { restoreShoppingList: { ...list, items: back } }
      }),
    ),
    http.post(`${origin}/graphql`, async ({ request }) => {
      const body = await request.clone().json()
      if (Array.isArray(body)) return httpClient(() => answerTogether(server, request, body))
      return httpClient(stayOpen)
    }),
  ]
}

/** Several edits in one request, each answered as if it had come alone. */
async function answerTogether(
  { handlers }: PlayedServer,
  { url, headers }: Request,
  parts: readonly unknown[],
): Promise<Response> {
  const answers: unknown[] = []
  for (const part of parts) {
    const one = new Request(url, { method: 'POST', headers, body: JSON.stringify(part) })
    const response = await getResponse(handlers, one)
    // What is wrong with one of them is wrong with all: the session, or the server.
    if (response?.status !== 200) return response ?? HttpResponse.error()
    answers.push(await response.json())
  }
  return HttpResponse.json(answers)
}

/** The event stream: it says nothing. */
function stayOpen(): Response {
  return new HttpResponse(new ReadableStream(), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function changesOf(
  server: PlayedServer,
  revision: number,
  known: readonly { readonly id: string }[],
): Fields {
  return {
    __typename: 'Changes',
    account: {
      __typename: 'AccountChanges',
      revision,
      lists: [...server.lists.values()].map(({ id, order, favourite }) => ({
        __typename: 'ListPlace',
        id,
        order,
        favourite,
      })),
      userConfig: {
        __typename: 'UserConfig',
        id: `config-${server.person.id}`,
        userId: server.person.id,
        shoppingListId: server.firstListId,
        unitId: null,
        shoppingListFilters: null,
        itemFilters: null,
        shoppingListConfirmDelete: false,
        itemConfirmDelete: false,
        createdAt: moment,
        updatedAt: moment,
      },
      friends: [],
      inviteId: 'invite',
    },
    lists: [...server.lists.values()].map(list => ({
      __typename: 'ShoppingListChanges',
      id: list.id,
      revision,
      snapshot: true,
      list: { ...list, ownerName: 'Ana', shoppingListFriends: [] },
      items: [...server.items.values()].filter(item => item.shoppingListId === list.id),
      gone: [],
    })),
    gone: known.flatMap(({ id }) => (id === accountUnit || server.lists.has(id) ? [] : id)),
    more: false,
  }
}

function deleted(id: unknown): Fields {
  return { __typename: 'DeleteResult', id, status: 'PASS', message: null }
}

function listFrom(fields: Fields): ShoppingListFieldsFragment {
  return { ...aList({ userId: ana.id, createdAt: moment, updatedAt: moment }), ...given(fields) }
}

function itemFrom(fields: Fields): ItemFieldsFragment {
  return { ...anItem({ createdAt: moment, updatedAt: moment }), ...given(fields) }
}

/** A new tag gets an id, as the server gives it one. */
function madeTag(tag: Readonly<Record<string, unknown>>) {
  return { __typename: 'ItemTag' as const, id: `tag-${tag.name}`, ...tag }
}

/** Absent leaves alone. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
