/** All that is known of a person, as a file for them: from this device, and what only the server has besides. */

import { defaultNotes } from '../../rules/default-notes.ts'
import { listCacheId } from '../cache/records/cache-ids.ts'
import { accountUnit } from '../cache/records/local-records.ts'
import type { ListViews } from '../cache/sync/list-views.ts'
import { refreshFailure } from '../cache/sync/refresh-failure.ts'
import {
  DownloadFeedbackDocument,
  type DownloadFeedbackQuery,
  GetAllFriendDocument,
  GetByFilterUserConfigDocument,
  ShoppingListFieldsFragmentDoc,
} from '../generated/operations.ts'
import { noAnswerSentence } from '../network/errors.ts'
import type { Session } from '../network/session/session.ts'
import type { SessionUser } from '../network/session/session-user.ts'
import type { Offline } from '../offline/offline.ts'
import { type Asker, askServer, failureOf } from '../parts/perform/ask-server.ts'

interface OwnDataParts {
  readonly user: SessionUser
  readonly session: Pick<Session, 'state' | 'checkStatus'>
  readonly offline: Offline
  readonly views: ListViews
  readonly network: Asker
  /** ISO 8601. */
  readonly at: string
}

interface OwnData {
  /** JSON. */
  readonly text: string
  /** What is not in it, and why; undefined where all of it is. */
  readonly lacks: string | undefined
}

export const downloadFeedbackQuery = {
  document: DownloadFeedbackDocument,
  note: defaultNotes.fetching('Feedback'),
}

/** What the server need not weigh before it answers, even where each record has the longest log there is. */
const feedbackAtOnce = 25

export async function collectOwnData(parts: OwnDataParts): Promise<OwnData> {
  const { session, offline, views, at } = parts
  const { cache } = offline
  const [lists, feedback] = await Promise.all([
    completeLists(parts),
    fetchFeedback(parts),
    session.checkStatus(),
  ])
  const friends = cache.readQuery({ query: GetAllFriendDocument, optimistic: true })
  const config = cache.readQuery({ query: GetByFilterUserConfigDocument, optimistic: true })
  const missing = [...lists.missing, ...(feedback.failure === undefined ? [] : ['your feedback'])]
  const lacks =
    missing.length === 0
      ? undefined
      : `Not in it: ${missing.join(', ')}. ${lists.failure ?? feedback.failure ?? ''}`.trim()
  const data = {
    madeAt: at,
    ...(lacks !== undefined && { notice: lacks }),
    account: session.state.get().user,
    preferences: config?.getByFilterUserConfig[0] ?? null,
    lists: views.listIds().flatMap(id => {
      const fragment = ShoppingListFieldsFragmentDoc
      const list = cache.readFragment({ id: listCacheId(id), fragment, optimistic: true })
      const items = views.view(id).ids.flatMap(itemId => views.item(itemId) ?? [])
      return list ? [{ ...list, items }] : []
    }),
    friends: friends?.getAllFriend ?? [],
    feedback: feedback.records,
  }
  return { text: JSON.stringify(data, leaveOutTypes, 2), lacks }
}

/** Asks for the lists where this device may not have all of them: what it still lacks then, and why. */
async function completeLists({ offline, views }: OwnDataParts): Promise<{
  readonly missing: readonly string[]
  readonly failure?: string
}> {
  /** A list that left a full device has no revision, nor has one that the server does not know yet. */
  function cutLists() {
    const made = new Set(offline.waiting.get().flatMap(({ creates }) => creates))
    return views.listIds().filter(id => views.revision(id) === undefined && !made.has(id))
  }
  const isFresh = () => offline.sync.get().initialised
  if (!isFresh() || cutLists().length > 0) await offline.refresh()
  const isTold = views.revision(accountUnit) !== undefined
  const missing = [
    ...(isFresh()
      ? []
      : [isTold ? 'what changed in your lists of late' : 'your lists and friends']),
    ...cutLists().map(id => `the items of “${views.list(id)?.name ?? ''}”`),
  ]
  if (missing.length === 0) return { missing }
  const isOut = offline.sync.get().signedOut
  const failure = isOut
    ? failureOf({ kind: 'signed-out' })
    : (refreshFailure(offline) ?? noAnswerSentence)
  return { missing, failure }
}

type OwnRecords = DownloadFeedbackQuery['getByFilterFeedback']

/** All of it, page by page, the newest first; `failure` says why it is not. */
async function fetchFeedback({ user, network }: OwnDataParts): Promise<{
  readonly records: OwnRecords
  readonly failure?: string
}> {
  // Who is signed out gets the file all the same, and stays on this screen.
  const staying: Asker = {
    send: (document, variables, options) =>
      network.send(document, variables, { ...options, waitedFor: false }),
  }
  const records: OwnRecords[number][] = []
  for (let after: string | undefined; ; ) {
    const page = { userId: user.id, first: feedbackAtOnce, ...(after !== undefined && { after }) }
    const answer = await askServer(staying, downloadFeedbackQuery, page)
    if (answer.kind !== 'answer') return { records, failure: failureOf(answer) }
    const found = answer.data.getByFilterFeedback
    records.push(...found)
    after = found.at(-1)?.cursor
    if (after === undefined || found.length < feedbackAtOnce) return { records }
  }
}

/** Neither for people: what a record is called here, and where a page ends. */
function leaveOutTypes(key: string, value: unknown): unknown {
  return key === '__typename' || key === 'cursor' ? undefined : value
}
