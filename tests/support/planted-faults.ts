/** The faults that `tests/plant-faults.ts` plants, one at a time: each must be noticed by a test. */

export interface Fault {
  readonly name: string
  /** The suite that is asked first. */
  readonly by: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

export const faults: readonly Fault[] = [
  {
    name: 'idempotency key dropped',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: 'requestToken: entry.id,\n          signal',
    replace: 'requestToken: crypto.randomUUID(),\n          signal',
  },
  {
    name: 'token not saved with its effect',
    by: 'server/platform/once',
    file: 'server/once.ts',
    find: '  await keepAnswer.send(tx, { userId, token, operation, answer, trace, listId, now })\n  return text\n',
    replace:
      "  await tx.deleteFrom('request').where('token', '=', token).execute()\n  return text\n",
  },
  {
    name: '"saved" before IndexedDB is done',
    by: 'offline/disasters',
    file: 'src/offline/outbox/performing.ts',
    find: '    return queue.write({ put: [one.entry], remove, removeTray }).then(',
    replace:
      '    return (void queue.write({ put: [one.entry], remove, removeTray }), Promise.resolve()).then(',
  },
  {
    name: 'what is painted alone is said to wait',
    by: 'offline/sent-at-once',
    file: 'src/offline/outbox/held-edits.ts',
    find: 'if (one.stored === undefined && one.answeredAt === undefined) unwritten.add(one)',
    replace: 'if (one.stored === undefined && one.answeredAt !== undefined) unwritten.add(one)',
  },
  {
    name: 'the first half of a torn write stays',
    by: 'offline/browser-parts',
    file: 'src/offline/storage/idb-outbox-store.ts',
    find: '        abort(tx)\n',
    replace: '',
  },
  {
    name: 'any hint passes for that of one’s own edit',
    by: 'offline/brought',
    file: 'src/offline/sync/own-hints.ts',
    find: 'kept.find(hint => pull.confirms(cache, hint, settled))',
    replace: 'kept.find(() => true)',
  },
  {
    name: 'a hint of what came from another list is taken beside an older answer',
    by: 'offline/brought',
    file: 'src/cache/sync/changes.ts',
    find: '      only.items.every(stays) &&\n',
    replace: '',
  },
  {
    name: 'what throws behind a frame keeps back the rest',
    by: 'offline/sent-at-once',
    file: 'src/offline/after-paint.ts',
    find: 'if (tasks.length > 0) afterPaint(flush)',
    replace: 'tasks.length = 0',
  },
  {
    name: 'outbox not per user',
    by: 'offline/browser-parts',
    file: 'src/offline/storage/browser-storage.ts',
    find: 'createBrowserStorage(userId: number): AccountStorage {',
    replace: 'createBrowserStorage(_: number): AccountStorage {\n  const userId = 1',
  },
  {
    name: 'outbox cleared on 401',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: "    if (outcome.kind === 'signed-out') return false",
    replace:
      "    if (outcome.kind === 'signed-out') { outbox.release([sendable.entry.id]); return false }",
  },
  {
    name: 'cleared on any 4xx',
    by: 'network/outcome',
    file: 'src/network/data/outcome.ts',
    find: '  return outage(causeOfStatus(status, body), response, body, call)\n',
    replace:
      "  if (status >= 400 && status < 500) return { kind: 'refused', refusal: { code: 'NO', message: '' } }\n  return outage(causeOfStatus(status, body), response, body, call)\n",
  },
  {
    name: 'whole object sent instead of the changed field',
    by: 'offline/conflicts',
    file: 'src/offline/sync/sender.ts',
    find: 'network.send(edit.document, entry.variables, {',
    replace:
      'network.send(edit.document, { ...(({ __typename, shoppingListId, ...rest }) => rest)(entry.seen ?? {}), ...entry.variables }, {',
  },
  {
    name: 'device clock decides',
    by: 'offline/disasters',
    file: 'src/offline/outbox/entry.ts',
    find: 'last = Math.max(last + 1, now() * 1000)',
    replace: 'last = now() * 1000',
  },
  {
    name: 'one refused edit blocks the rest',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: "    if (outcome.kind === 'signed-out') return false",
    replace: "    if (outcome.kind === 'signed-out' || outcome.kind === 'refused') return false",
  },
  {
    name: 'what needs a refused edit is sent all the same',
    by: 'offline/disasters',
    file: 'src/offline/outbox/tray.ts',
    find: 'if (!entry.needs.some(id => ids.has(id))) continue',
    replace: 'continue',
  },
  {
    name: 'reorder replaces instead of merging',
    by: 'cache/policies',
    file: 'rules/order.ts',
    find: 'return [...named, ...current.filter(id => !named.has(id))]',
    replace: 'return [...named]',
  },
  {
    name: 'second tab drains too',
    by: 'offline/tabs',
    file: 'src/offline/tabs/leader.ts',
    find: "      if (await acquire('if-free')) return true\n",
    replace:
      "      if (await acquire('if-free')) return true\n      lead({ release() {}, stillHeld: async () => true })\n",
  },
  {
    name: '"being sent" never reclaimed',
    by: 'offline/disasters',
    file: 'src/offline/outbox/answering.ts',
    find: 'candidate.answeredAt === undefined &&\n',
    replace: 'candidate.answeredAt === undefined &&\n          candidate.neverSent &&\n',
  },
  {
    name: 'late answer of a query overwrites a newer edit',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: 'firstHand: firstTry && quiet && catchUp.moment() === moment',
    replace: 'firstHand: firstTry',
  },
  {
    name: 'stored answer of a repeated edit overwrites what happened since',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: 'firstHand: firstTry && quiet',
    replace: 'firstHand: quiet',
  },
  {
    name: 'tombstone forgotten in the layer',
    by: 'contract/prediction',
    file: 'src/cache/records/records.ts',
    find: 'cache.modify({ id: cacheId, fields: (_value, { DELETE }) => DELETE })',
    replace: 'cache.evict({ id: cacheId })',
  },
  {
    name: 'journal read without its last line',
    by: 'offline/disasters',
    file: 'src/offline/storage/cache-storage.ts',
    find: '        for (; ; line++) {\n',
    replace: '        for (; line < ownLines - 1; line++) {\n',
  },
  {
    name: 'entry leaves the store before the truth is on the disk',
    by: 'offline/disasters',
    file: 'src/offline/outbox/commit.ts',
    find: '      const gone = outbox.takeGone()\n',
    replace:
      '      const gone = outbox.takeGone()\n      if (gone.length > 0) queue.write({ remove: gone.map(([id]) => id) }).catch(onTrouble)\n',
  },
  {
    name: 'cursor written without its data',
    by: 'offline/disasters',
    file: 'src/cache/sync/changes.ts',
    find: '    mergeItems(cache, changes.id, changes.items)\n',
    replace: '',
  },
  {
    name: 'the epoch of what is known is not sent',
    by: 'offline/restored',
    file: 'src/cache/sync/changes.ts',
    find: "known: unitsOf(toKnown(known)), epoch: epochOf(toKnown(known)) ?? ''",
    replace: 'known: unitsOf(toKnown(known))',
  },
  {
    name: 'layer not derived again after a base write',
    by: 'offline/derived-cache',
    file: 'src/offline/derived-cache.ts',
    find: '      if (this.#edits.length > 0) this.#stale = true\n',
    replace: '',
  },
  {
    name: 'made and deleted edits dropped though they were sent',
    by: 'offline/disasters',
    file: 'src/offline/outbox/fold.ts',
    find: '({ entry, edit, neverSent }) => !neverSent || !edit ||',
    replace: '({ entry, edit }) => !edit ||',
  },
  {
    name: 'poisoned edit holds up the others for ever',
    by: 'offline/disasters',
    file: 'src/offline/sync/sender.ts',
    find: '(failed?.serverFailures ?? 0) >= mostServerFailures',
    replace: 'false',
  },
  {
    name: 'whatever throws while it sends stops it for good',
    by: 'offline/throws',
    file: 'src/offline/sync/sender.ts',
    find: '    } catch (error) {\n      // Whatever threw',
    replace: '    } catch (error) {\n      throw error\n      // Whatever threw',
  },
  {
    name: 'an answer that cannot be taken in is tried for ever',
    by: 'offline/throws',
    file: 'src/offline/sync/sender.ts',
    find: '      return takeBreak(sendable, error)',
    replace: '      throw error',
  },
  {
    name: 'a question that throws is the last one',
    by: 'offline/throws',
    file: 'src/offline/sync/catch-up.ts',
    find: 'run(waitedFor, known).catch(gaveUp)',
    replace: 'run(waitedFor, known)',
  },
  {
    name: 'a leader that cannot work keeps the lead',
    by: 'offline/throws',
    file: 'src/offline/sync/sender.ts',
    find: 'if (breaks >= mostBreaks) options.resign()',
    replace: 'if (breaks >= mostBreaks) {}',
  },
  {
    name: 'another token for each try of a batch',
    by: 'offline/batches',
    file: 'src/offline/sync/sender.ts',
    find: '      requestToken: entry.id,\n      dependsOn',
    replace: '      requestToken: crypto.randomUUID(),\n      dependsOn',
  },
  {
    name: 'what needs a refused edit is run with its batch',
    by: 'offline/batches',
    file: 'src/offline/sync/sender.ts',
    find: 'dependsOn: [...new Set(needed)]',
    replace: 'dependsOn: []',
  },
  {
    name: 'a batch goes on behind what failed',
    by: 'server/platform/batch',
    file: 'server/graphql/engine/batch.ts',
    find: '    if (notNow.has(code)) stopped = one.text\n    else ',
    replace: '    ',
  },
  {
    name: 'no pause between tries',
    by: 'offline/disasters',
    file: 'src/offline/sync/backoff.ts',
    find: 'return floor + random * Math.max(0, span - floor)',
    replace: 'return 10',
  },
  {
    name: 'unknown formats are thrown away',
    by: 'offline/upgrades',
    file: 'src/offline/storage/stored-outbox.ts',
    find: '    entries: [raw],',
    replace: '    entries: [],',
  },
  {
    name: 'frozen leader keeps the lead',
    by: 'offline/tabs',
    file: 'src/offline/tabs/leader.ts',
    find: "        void acquire('steal')\n",
    replace: '',
  },
  {
    name: 'shared: a second tab makes room on the disk by itself',
    by: 'offline/tabs',
    file: 'src/offline/open-offline.ts',
    find: 'freeSpace: howMuch => space.make(howMuch),',
    replace: 'freeSpace: howMuch => persistence.freeSpace(howMuch, []),',
  },
  {
    name: 'shared: items go on telling an old permission',
    by: 'offline/permissions',
    file: 'src/cache/sync/changes.ts',
    find: '  if (changes.list) permitItems(cache, changes.list)\n',
    replace: '',
  },
  {
    name: 'shared: a list that was taken away stays',
    by: 'offline/permissions',
    file: 'src/cache/sync/changes.ts',
    find: '  for (const id of answer.gone) removeList(cache, id, true)\n',
    replace: '',
  },
  {
    name: 'shared: a list that was taken away stays in the journal',
    by: 'offline/permissions',
    file: 'src/shell/account/open-account.ts',
    find: '    leavesNothing,\n',
    replace: '    leavesNothing: () => false,\n',
  },
  {
    name: 'shared: a list that goes takes along what had moved to another',
    by: 'offline/random-histories',
    file: 'src/cache/records/list-records.ts',
    find: 'if (readItem(cache, itemId)?.shoppingListId === id) removeRecord',
    replace: 'removeRecord',
  },
  {
    name: 'policy removed: reorder of items',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'changeItemIds(cache, listId, ids => reorder(ids, wanted))',
    replace: '',
  },
  {
    name: 'policy removed: order is the index',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: '.entries()) {\n      setFields(cache, itemCacheId(id), { order })',
    replace: '.entries()) {',
  },
  {
    name: 'policy removed: reorder of lists',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'changeListIds(cache, ids => reorder(ids, wanted))',
    replace: '',
  },
  {
    name: 'policy removed: reset',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'if (!isSame) setFields(cache, itemCacheId(id), { ...after, updatedBy })',
    replace: '',
  },
  {
    name: 'policy removed: tags join the list',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'const merged = mergeTags(list.itemTags, joining)',
    replace: 'const merged = [...list.itemTags]',
  },
  {
    name: 'policy removed: items lose the tags that the list lost',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'keepTags(item.itemTags, tags)',
    replace: 'item.itemTags',
  },
  {
    name: 'policy removed: unique names',
    by: 'cache/policies',
    file: 'src/cache/records/policies.ts',
    find: 'return uniqueName(',
    replace: 'return ((name: string, _others: readonly string[]) => name)(',
  },
]

const inBrowser = 'in the browser: '

/** Of these the built app is asked in a browser. */
export const browserFaults: readonly Fault[] = [
  {
    name: `${inBrowser}skipWaiting at install`,
    by: 'browser/update',
    file: 'src/offline/worker/service-worker.ts',
    find: '  event.waitUntil(shell.install(event))\n',
    replace: '  event.waitUntil(shell.install(event))\n  void self.skipWaiting()\n',
  },
  {
    name: `${inBrowser}the files of the version before are deleted`,
    by: 'browser/update',
    file: 'src/offline/worker/kept-shells.ts',
    find: 'new Set(versions.flat())',
    replace: 'new Set(ownKeys)',
  },
  {
    name: `${inBrowser}every tab loads again when one agrees`,
    by: 'browser/update',
    file: 'src/offline/worker/update.ts',
    find: 'if (agreed) void reloadWhenSafe()',
    replace: 'if (agreed || true) void reloadWhenSafe()',
  },
  {
    name: `${inBrowser}the server’s picture hides what the device has itself`,
    by: 'browser/painted',
    file: 'src/shell/before-the-code.ts',
    find: '? user === null',
    replace: '? user !== undefined',
  },
]
