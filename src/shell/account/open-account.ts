/** One person's lists on this device: the offline core joined with what it has to know of shopping. */

import { editsByName } from '../../cache/edits/all-edits.ts'
import { policies } from '../../cache/policies/policies.ts'
import { leavesNothing, rootCacheId } from '../../cache/records/cache-ids.ts'
import { ownerCacheId, ownerFields } from '../../cache/records/local-records.ts'
import { newId } from '../../cache/records/new-id.ts'
import { isVisibleChange } from '../../cache/records/visible-change.ts'
import { changesPull } from '../../cache/sync/changes.ts'
import { evictableLists } from '../../cache/sync/evictable-lists.ts'
import { loadUnits } from '../../cache/sync/load-units.ts'
import { GetAllShoppingListDocument } from '../../generated/operations.ts'
import { createBrowserEnvironment } from '../../offline/browser-environment.ts'
import { systemClock } from '../../offline/clock.ts'
import type { DerivedCache } from '../../offline/derived-cache.ts'
import type { OfflineParts } from '../../offline/environment.ts'
import type { Offline } from '../../offline/offline.ts'
import { openOffline } from '../../offline/open-offline.ts'
import { createBrowserStorage } from '../../offline/storage/browser-storage.ts'
import { createCallStates } from '../../offline/sync/call-states.ts'
import type { Network } from '../../offline/sync/network.ts'
import { trackCalls } from '../../offline/sync/track-calls.ts'
import { createBrowserTabs } from '../../offline/tabs/browser-tabs.ts'
import { createLoneTabs } from '../../offline/tabs/lone-tabs.ts'

export type OpenAccountParts = Pick<
  OfflineParts,
  'userId' | 'network' | 'isShown' | 'onTrouble' | 'onSignedOut'
> &
  Partial<
    Pick<OfflineParts, 'calls' | 'storage' | 'tabs' | 'clock' | 'random' | 'newId' | 'environment'>
  >

/** What is not handed in is the browser's own. Resolves when it can be drawn, network or not. */
export async function openAccount(parts: OpenAccountParts): Promise<Offline> {
  const calls = parts.calls ?? createCallStates()
  const network = inNameOf(parts.userId, parts.network)
  const offline = await openOffline({
    edits: editsByName,
    cacheConfig: policies.cacheConfig,
    pull: changesPull,
    seed: cache => seed(cache, parts.userId),
    evictable: evictableLists,
    belongsTo: record => record?.shoppingListId,
    leavesNothing,
    isVisibleChange: (...change) => isVisibleChange(parts.userId, ...change),
    storage: parts.storage ?? createBrowserStorage(parts.userId),
    tabs: parts.tabs ?? createTabs(parts.userId),
    clock: parts.clock ?? systemClock,
    random: parts.random ?? Math.random,
    newId: parts.newId ?? newId,
    environment: parts.environment ?? createBrowserEnvironment(),
    onTrouble: parts.onTrouble,
    ...(parts.isShown && { isShown: parts.isShown }),
    ...(parts.onSignedOut && { onSignedOut: parts.onSignedOut }),
    userId: parts.userId,
    network,
    calls,
  })
  return loadUnits(offline, trackCalls(network, calls), parts.newId ?? newId)
}

/** Never sent under another's session, not even by a tab that has not heard of the change. */
function inNameOf(account: number, network: Network): Network {
  const { batches } = network
  return {
    send: (document, variables, options) =>
      network.send(document, variables, { ...options, account }),
    ...(batches && {
      batches: {
        fitting: batches.fitting,
        send: (requests, options) => batches.send(requests, { ...options, account }),
      },
    }),
    listen: listener => network.listen(listener, account),
  }
}

/** So that a first list can be made before the server was ever heard. */
function seed(cache: DerivedCache, userId: number): void {
  // From the second visit on it is there: Apollo's writer would be compiled for it on the way to the first tick.
  if (cache.peekBase(ownerCacheId)?.userId !== userId)
    cache.writeFragment({
      id: ownerCacheId,
      fragment: ownerFields,
      data: { __typename: 'Owner', id: 'me', userId },
    })
  if (cache.peekBase(rootCacheId)?.getAllShoppingList) return
  cache.writeQuery({
    query: GetAllShoppingListDocument,
    data: { __typename: 'Query', getAllShoppingList: [] },
  })
}

function createTabs(userId: number) {
  const name = `aisle-${userId}`
  const able = 'locks' in navigator && 'BroadcastChannel' in globalThis
  return able ? createBrowserTabs(name) : createLoneTabs()
}
