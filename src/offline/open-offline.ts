/**
 * Opens one account on this device: restore, derive, then let the caller render; sending and asking begin by
 * themselves. Joins the parts; each part's file says what it promises.
 */
import { openAccountStores } from './account-stores.ts'
import { createAsking } from './asking.ts'
import { createCacheStorage } from './cache-storage.ts'
import { createCommit } from './commit.ts'
import { createContact } from './contact.ts'
import { createDerivedCache } from './derived-cache.ts'
import type { EditVariables } from './edit.ts'
import { createLeader } from './leader.ts'
import type { Offline } from './offline.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxReading } from './outbox-reading.ts'
import { createPersistence } from './persistence.ts'
import { createReceipt } from './receipt.ts'
import { createRoom } from './room.ts'
import { createStoreQueue } from './store-queue.ts'
import type { OfflineOptions } from './surroundings.ts'
import { createSyncKeeper } from './sync-state.ts'
import type { TabMessage } from './tabs.ts'
import { beginTerm, type Term } from './term.ts'

export async function openOffline(options: OfflineOptions): Promise<Offline> {
  const { clock, tabs, surroundings, pull, onTrouble } = options
  let term: Term | undefined
  let closed = false
  const endings: (() => void)[] = []

  const post = (message: TabMessage) => {
    if (!closed) tabs.post(message)
  }

  // What a person sees.
  const cache = createDerivedCache({
    config: options.cacheConfig,
    onTrouble,
    // A tenth of the time for derivations, however many edits wait.
    soon: (task, edits) => void clock.after(100 + 2 * edits, task),
  })
  const receipt = createReceipt(options.tells, id => cache.peek(id))

  // Where it lies.
  const storage = await openAccountStores({
    storage: options.storage,
    clock,
    onTrouble,
    // Storage was cleared, or a newer version of the app opens it: the next write finds out.
    onLost: () => void queue.write({}).catch(onTrouble),
  })
  const queue = createStoreQueue({
    store: storage.outbox,
    reopen: storage.reopen,
    makeRoom: howMuch => room.make(howMuch),
    storeAgain: there => outbox.storeAgain(there),
    onState: (state, error) => {
      if (error !== undefined) onTrouble(error)
      const hasRoomAgain = state === 'durable' && sync.state.get().storage === 'full'
      // What cannot be read again is not safe, even where it can be written.
      const outlives = queue.keeps() && reading.readable()
      sync.set({ storage: outlives ? state : 'memory-only' })
      // What was given up to make room: without a network nothing else would bring it back to the device.
      if (hasRoomAgain) commit.soon()
    },
  })
  const outbox = createOutbox({
    cache,
    edits: new Map(options.edits.map(edit => [edit.name, edit])),
    queue,
    clock,
    calls: options.calls,
    newId: options.newId,
    post,
    onGone: () => commit.soon(),
    onAnswered: () => receipt.sent(),
    onRefused: () => receipt.refused(),
    onSendable: () => term?.sender.kick(),
    catchingUp: receipt.catchingUp,
  })
  const persistence = createPersistence({
    cache,
    storage: createCacheStorage(storage.records, onTrouble, options.newId),
    clock,
    shed: options.shed,
    onWrite: () => commit.begin(),
  })
  const commit = createCommit({ outbox, queue, clock, flush: persistence.flush, onTrouble })

  // What is known of the server.
  const contact = createContact(clock, { lastContactAt: storage.lastContactAt })
  const sync = createSyncKeeper({
    ...contact.state.get(),
    caughtUpAt: storage.caughtUpAt,
    waiting: 0,
    initialised: false,
    storage: queue.keeps() ? 'durable' : 'memory-only',
    lost: storage.lost,
  })
  let lastContactAt = contact.state.get().lastContactAt
  endings.push(
    outbox.waiting.subscribe(() => sync.set({ waiting: outbox.waiting.get().length })),
    contact.state.subscribe(() => {
      const state = contact.state.get()
      if (state.lastContactAt !== undefined && state.lastContactAt !== lastContactAt) {
        receipt.contact(lastContactAt, state.lastContactAt)
        lastContactAt = state.lastContactAt
        storage.keepContact(state.lastContactAt)
      }
      sync.set(state)
      if (term) post({ type: 'contact', contact: state })
    }),
    cache.onChanged(receipt.changed),
  )
  const asking = createAsking({
    clock,
    visible: surroundings.visible,
    term: () => term,
    known: () => pull.known(cache),
    distrusted: () => pull.distrusted(cache),
    post,
  })
  const caughtUp = () => {
    const caughtUpAt = clock.now()
    sync.set({ initialised: true, caughtUpAt })
    storage.keepCaughtUp(caughtUpAt)
    if (outbox.waiting.get().length === 0) receipt.complete()
    asking.caughtUp()
  }

  const reading = createOutboxReading({
    clock,
    load: () => outbox.load({ alone }),
    onReadable: readable =>
      sync.set({ storage: readable && queue.keeps() ? 'durable' : 'memory-only' }),
    onTrouble,
  })
  endings.push(reading.stop)
  // What lies there is painted, and sent, as soon as it can be read.
  void storage.lateOutbox.then(async late => {
    await queue.adopt(late)
    await booted.promise
    if (closed) return
    sync.set({ lost: late.replacesLost ?? false })
    if ((await reading.read()) && outbox.unkept() === 0) sync.set({ storage: 'durable' })
  })

  // The other tabs.
  const hear = (message: TabMessage) => {
    if (closed) return
    if (message.type === 'caught-up') {
      if (!pull.fits(cache, message.known)) return asking.askLeader()
      outbox.release(message.dropped, () => pull.apply(cache, message.answer))
      if (message.last) caughtUp()
    } else if (message.type === 'brought') {
      // From a tab that does not know yet that it leads no more.
      if (term || pull.knows(cache, message.hint)) return
      const brought = pull.brought(message.hint)
      if (!brought || !pull.fits(cache, brought.known)) return asking.askLeader()
      outbox.release([], () => pull.apply(cache, brought.answer))
    } else if (message.type === 'contact') contact.set(message.contact)
    else if (message.type === 'ask')
      // Whoever waits for it waits in another tab: this one must not be led away.
      void term?.catchUp.ask({ known: message.known, waitedFor: false })
    else if (message.type === 'send-now') void term?.sender.sendNow()
    else if (message.type === 'wake') term?.wake()
    else if (message.type === 'resume') resume()
    else if (message.type === 'wiped') leave()
    else {
      room.hear(message)
      outbox.hear(message)
    }
  }
  endings.push(tabs.listen(hear))

  // Who leads.
  const booted = Promise.withResolvers<void>()
  let alone = false
  let turn = 0
  const leader = createLeader({
    tabs,
    clock,
    visible: surroundings.visible,
    onLead() {
      room.led()
      void lead()
    },
    onDeposed() {
      turn++
      term?.end()
      term = undefined
      outbox.lead(false)
      persistence.stop()
    },
  })
  const room = createRoom({
    clock,
    leads: leader.leads,
    give: persistence.makeRoom,
    post,
    onTrouble,
  })
  const lead = async () => {
    const mine = ++turn
    const isOver = () => closed || mine !== turn || !leader.leads()
    await booted.promise
    await reading.readBeforeSending(isOver)
    if (isOver()) return
    outbox.lead(true)
    persistence.start(alone)
    alone = false
    term = beginTerm(options, {
      cache,
      outbox,
      contact,
      post,
      confirmLead: leader.confirm,
      onCaughtUp: caughtUp,
    })
    term.sender.kick()
    void term.catchUp.ask({
      waitedFor: outbox.waiting.get().length === 0 && !sync.state.get().initialised,
    })
  }

  // Boot: nothing of it asks the network.
  alone = await leader.start()
  await persistence.restore(alone)
  cache.transaction(() => options.seed(cache))
  await reading.read()
  sync.set({ waiting: outbox.waiting.get().length })
  booted.resolve()
  if (!alone) asking.askLeader()

  endings.push(
    asking.stop,
    surroundings.visible.subscribe(() => {
      if (surroundings.visible.get()) {
        outbox.storeUnkept()
        // Whoever looks may have signed in elsewhere, or be past a portal.
        if (contact.state.get().signedOut) wake()
        else void asking.refresh()
      } else void persistence.flush()
    }),
    surroundings.onOnline(() => {
      outbox.storeUnkept()
      wake()
    }),
    outbox.stopStoring,
  )

  function wake(): void {
    if (term) term.wake()
    else post({ type: 'wake' })
  }

  function resume(): void {
    contact.set({ signedOut: false })
    if (term) term.wake()
    else post({ type: 'resume' })
  }

  async function close(): Promise<void> {
    if (closed) return
    await queue.idle()
    if (term) await persistence.flush()
    await queue.idle()
    leave()
  }

  /** At once, and without another write: nothing may come back to a device that the account has left. */
  function leave(): void {
    if (closed) return
    closed = true
    for (const end of endings) end()
    term?.end()
    term = undefined
    persistence.stop()
    queue.close()
    leader.close()
    tabs.close()
    options.calls.clear()
  }

  let keepAsked = false
  return {
    userId: options.userId,
    cache,
    sync: sync.state,
    waiting: outbox.waiting,
    unkept: outbox.unkept,
    tray: outbox.tray,
    receipt: receipt.state,
    dismissReceipt: receipt.dismiss,
    peek: id => cache.peek(id),
    onChanged: listener => cache.onChanged(listener),
    perform(edit, variables) {
      const registered = options.edits.find(one => one.name === edit.name)
      if (!registered) throw new Error(`The edit ${edit.name} is not registered.`)
      const performed = outbox.perform(registered, variables as EditVariables)
      performed.durable.then(
        () => {
          if (keepAsked) return
          keepAsked = true
          options.storage.keep?.().catch(onTrouble)
        },
        () => {},
      )
      return performed
    },
    mark: cacheId => outbox.marks.get(cacheId),
    onMarked: listener => outbox.marks.onMarked(listener),
    opened: room.opened,
    tryAgain: outbox.tryAgain,
    discard: outbox.discard,
    async sendNow() {
      if (!term) return post({ type: 'send-now' })
      await term.sender.sendNow()
    },
    callState: options.calls.of,
    refresh: asking.refresh,
    resume,
    close,
    async wipe() {
      post({ type: 'wiped' })
      leave()
      await Promise.all([queue.idle(), persistence.end()])
      await options.storage.wipe()
    },
  }
}
