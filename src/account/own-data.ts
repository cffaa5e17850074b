/** All that is known of a person, as a file for them: from this device, and what only the server has besides. */

import { listCacheId } from '../cache/records/cache-ids.ts'
import { newId } from '../cache/records/new-id.ts'
import type { ListViews } from '../cache/sync/list-views.ts'
import {
  GetAllFriendDocument,
  GetByFilterUserConfigDocument,
  OwnFeedbackDocument,
  ShoppingListFieldsFragmentDoc,
} from '../generated/operations.ts'
import type { SessionUser } from '../network/session/session.ts'
import type { Offline } from '../offline/offline.ts'
import type { Asker } from '../parts/perform/ask-server.ts'

interface OwnDataParts {
  readonly user: SessionUser
  readonly offline: Offline
  readonly views: ListViews
  readonly network: Asker
  /** ISO 8601. */
  readonly at: string
}

/** As JSON; `isWhole` says whether the server was asked as well. */
export async function collectOwnData({
  user,
  offline,
  views,
  network,
  at,
}: OwnDataParts): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const { cache } = offline
  const lists = views.listIds().flatMap(id => {
    const fragment = ShoppingListFieldsFragmentDoc
    const list = cache.readFragment({ id: listCacheId(id), fragment, optimistic: true })
    const items = views.view(id).ids.flatMap(itemId => views.item(itemId) ?? [])
    return list ? [{ ...list, items }] : []
  })
  const friends = cache.readQuery({ query: GetAllFriendDocument, optimistic: true })
  const config = cache.readQuery({ query: GetByFilterUserConfigDocument, optimistic: true })
  const options = { note: '', requestToken: newId(), waitedFor: false }
  const answer = await network
    .send(OwnFeedbackDocument, { userId: user.id, withLog: true }, options)
    .catch(() => undefined)
  const feedback = answer?.kind === 'answer' ? answer.data.getByFilterFeedback : undefined
  const data = {
    madeAt: at,
    account: user,
    preferences: config?.getByFilterUserConfig[0] ?? null,
    lists,
    friends: friends?.getAllFriend ?? [],
    feedback: feedback ?? 'Not in this file: the server could not be reached when it was made.',
  }
  return { text: JSON.stringify(data, leaveOutTypes, 2), isWhole: feedback !== undefined }
}

function leaveOutTypes(key: string, value: unknown): unknown {
  return key === '__typename' ? undefined : value
}
