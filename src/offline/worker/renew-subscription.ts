/**
 * The browser gave up its subscription to the push service for a new one, perhaps with no page open: the worker
 * tells the server, or notices would end without a word. Where nobody is signed in, or somebody else than who asked for
 * them, the server refuses, rightly.
 */

/** What is used of the browser's `PushSubscriptionChangeEvent`; either may be missing. */
export interface SubscriptionChange {
  readonly oldSubscription?: Subscription | null
  readonly newSubscription?: Subscription | null
}

interface Subscription {
  readonly options: Pick<PushSubscriptionOptions, 'applicationServerKey'>
  toJSON(): PushSubscriptionJSON
}

interface RenewalParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly subscribe: (options: PushSubscriptionOptionsInit) => Promise<Subscription>
  readonly newId: () => string
  /** For whom; without an answer an older version asked for them, and the session says. */
  readonly noticed: () => Promise<number | 'left' | undefined>
}

const subscribeToNotices = `mutation subscribeToNotices($endpoint: String!, $p256dh: String!, $auth: String!) {
  subscribeToNotices(endpoint: $endpoint, p256dh: $p256dh, auth: $auth) { subscribed }
}`

/** Does nothing for who has left. Rejects if the server was not reached or refused; the preferences then show that notices are off. */
export async function renewSubscription(
  { fetch, subscribe, newId, noticed }: RenewalParts,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const person = await noticed()
  if (person === 'left') return
  const settings: unknown = await (await fetch('/settings.json', { cache: 'no-store' })).json()
  const { apiEnv = '' } = Object(settings) as { readonly apiEnv?: string }
  const identity = { 'x-tab-id': newId(), 'user-token': newId() }
  const common = { credentials: 'include', cache: 'no-store' } as const
  const token = await fetch(`${apiEnv}/csrftoken`, { ...common, headers: identity })
  const headers = {
    ...identity,
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
    'x-csrf-token': await token.text(),
    ...(person !== undefined && { 'x-account': String(person) }),
  }

  async function ask(query: string, variables: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${apiEnv}/graphql`, {
      ...common,
      method: 'POST',
      headers: { ...headers, 'request-token': newId() },
      body: JSON.stringify({ query, variables }),
    })
    const { data } = Object(await response.json())
    if (!data) throw new Error(`The server answered ${response.status} about notices.`)
    return data
  }

  async function serverKey(): Promise<string> {
    const { noticeSettings } = await ask('{ noticeSettings { publicKey } }', {})
    return String(Object(noticeSettings).publicKey)
  }

  const subscription =
    newSubscription ??
    (await subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? (await serverKey()),
    }))
  const { endpoint, keys } = subscription.toJSON()
  await ask(subscribeToNotices, { endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
}
