/**
 * Opens one account on this device: restore, derive, then let the caller render; sending and asking begin by
 * themselves. Joins the parts; each part's file says what it promises.
 */

import { createAfterPaint } from './after-paint.ts'
import { createCutKeeper } from './base/cut.ts'
import { createDerivedCache } from './derived-cache.ts'
import type { OfflineParts } from './environment.ts'
import type { Offline } from './offline.ts'
import type { EditVariables } from './outbox/edit.ts'
import { createOutbox } from './outbox/outbox.ts'
import { lostBy, openAccountStores } from './storage/account-stores.ts'
import { createKeeping } from './storage/keeping.ts'
import { createAsking } from './sync/asking.ts'
import { createBeside } from './sync/beside.ts'
import { createContact } from './sync/contact.ts'
import { createHearing } from './sync/hearing.ts'
import { beginLeadership } from './sync/leadership.ts'
import { createReceipt } from './sync/receipt.ts'
import { createSpace } from './sync/space.ts'
import { createSyncKeeper } from './sync/sync-state.ts'
import { untilTried } from './sync/until-tried.ts'
import { createLeading } from './tabs/leading.ts'
import type { TabMessage } from './tabs/tabs.ts'
import { createTellingContact } from './tabs/telling-contact.ts'

export async function openOffline(parts: OfflineParts): Promise<Offline> {
  const { clock, tabs, environment, pull, onTrouble } = parts
  let closed = false
  const left = Promise.withResolvers<void>()
  const endings: (() => void)[] = []

  function post(message: TabMessage) {
    if (!closed) tabs.post(message)
  }

  // What a person sees.
  const cache = createDerivedCache({
    config: parts.cacheConfig,
    onTrouble,
    // A tenth of the time for derivations, however many edits wait.
    soon: (task, edits) => void clock.after(100 + 2 * edits, task),
  })
  const receipt = createReceipt(parts.isVisibleChange, id => cache.peek(id))

  const afterPaint = createAfterPaint(environment)

  async function stillLeads() {
    const turn = leading.leadership()
    // What it gave away meanwhile it may have again: who had it in between may have left nothing here on purpose.
    return turn !== undefined && (await leading.confirm()) && turn === leading.leadership()
  }

  // Where it lies.
  const stores = await openAccountStores({
    storage: parts.storage,
    clock,
    confirmLead: stillLeads,
    onTrouble,
    // Storage was cleared: a write finds out, and opens it again.
    onLost: () => void queue.write({}).catch(onTrouble),
  })
  const keeping = createKeeping({
    ...parts,
    stores,
    cache,
    outbox: () => outbox,
    freeSpace: howMuch => space.make(howMuch),
    alone: () => alone,
    confirmLead: () => leading.confirm(),
    onState: state => sync.set({ storage: state }),
    opened: () => space.lastOpened(),
    onCut(isCut, takesNoLists) {
      const before = sync.state.get()
      // One write of several may have ended well before all is there that the first catch-up told.
      const isKnown = isCut || before.isCut !== undefined
      if (leading.leads() && isKnown) cut.set({ isCut, takesNoLists })
    },
    // A tab that does not know one of the ids reads what lies there.
    onOwedWritten: () => post({ type: 'stored', ids: [parts.newId()] }),
    onTakenIn(some) {
      if (some || sync.state.get().lost) sync.set({ lost: 'fetched' })
    },
  })
  const { queue, reading, base, persistence } = keeping
  const outbox = createOutbox({
    cache,
    edits: parts.edits,
    queue,
    copying: keeping.copy.copying,
    clock,
    calls: parts.calls,
    newId: parts.newId,
    post,
    knowEachOther: tabs.knowEachOther,
    afterPaint,
    onGone: () => keeping.commit.soon(),
    onAnswered: () => receipt.sent(),
    onRefused: () => receipt.refused(),
    onSendable: () => leading.leadership()?.sender.kick(),
    sendAhead: next => leading.leadership()?.sender.sendAhead(next) === true,
    catchingUp(work) {
      // What a stream brings is there before it counts as a contact.
      receipt.contact(lastContactAt, clock.now())
      receipt.catchingUp(work)
    },
    onTrouble,
  })

  // What is known of the server.
  const contact = createContact(clock, { lastContactAt: stores.lastContactAt })
  const sync = createSyncKeeper({
    ...contact.state.get(),
    caughtUpAt: stores.caughtUpAt,
    ...outbox.counts.get(),
    initialised: false,
    storage: keeping.state(),
    lost: stores.lost,
  })
  let lastContactAt = contact.state.get().lastContactAt
  const telling = createTellingContact(clock, post)
  endings.push(
    outbox.counts.subscribe(() => sync.set(outbox.counts.get())),
    contact.state.subscribe(() => {
      const state = contact.state.get()
      if (state.lastContactAt !== undefined && state.lastContactAt !== lastContactAt) {
        receipt.contact(lastContactAt, state.lastContactAt)
        lastContactAt = state.lastContactAt
        void stores.keepContact(state.lastContactAt)
      }
      sync.set(state)
      if (leading.leadership()) telling.tell(state)
    }),
  )
  const cut = createCutKeeper({
    clock,
    sync,
    persistence,
    base,
    stores,
    turn: () => leading.leadership(),
    post,
  })
  const asking = createAsking({
    clock,
    visible: environment.visible,
    leadership: () => leading.leadership(),
    known: () => pull.known(cache),
    everythingUnknown: () => pull.everythingUnknown(cache),
    post,
    contact: contact.state,
    onSignedOut: parts.onSignedOut ?? (() => {}),
  })
  function caughtUp() {
    base.caughtUp()
    outbox.caughtUp()
    sync.set({ initialised: true, caughtUpAt: clock.now() })
    if (outbox.waiting.get().length === 0) receipt.complete()
    cut.caughtUp()
    asking.caughtUp()
  }

  void stores.lateOutbox.then(async late => {
    await booted.promise
    if (closed) return late.close()
    sync.set({ lost: lostBy(late) })
    await keeping.adoptLate(late)
    keeping.alignCopy()
  })

  const beside = createBeside()
  const postBeside = () => post({ type: 'beside', units: [...beside.state.get()] })
  endings.push(beside.state.subscribe(() => leading.leadership() && postBeside()))

  // Who leads, and what the other tabs say.
  const booted = Promise.withResolvers<void>()
  let alone = false
  const leading = createLeading({
    tabs,
    clock,
    visible: environment.visible,
    // What was restored is drawn before anybody is asked.
    booted: booted.promise.then(() => (closed ? undefined : new Promise<void>(afterPaint.run))),
    readBeforeSending: reading.readBeforeSending,
    onLead: () => space.led(),
    onTrouble,
    begin(lead) {
      outbox.lead(true)
      persistence.start(alone && tabs.knowEachOther, sync.state.get())
      cut.post()
      if (sync.state.get().initialised) cut.caughtUp()
      keeping.alignCopy()
      alone = false
      return beginLeadership(parts, {
        cache,
        outbox,
        contact,
        post,
        lead,
        onCaughtUp: caughtUp,
        beside,
        afterPaint,
      })
    },
    isAwaited: () =>
      outbox.waiting.get().length === 0 &&
      !sync.state.get().initialised &&
      (parts.isShown?.() ?? true),
    onDeposed() {
      // Another tab may write from now on: what was restored here is not what is stored.
      alone = false
      telling.forget()
      outbox.lead(false)
      persistence.stop()
    },
  })
  const space = createSpace({
    clock,
    leads: leading.leads,
    give: persistence.freeSpace,
    onOpened: persistence.takeBackSoon,
    post,
    onTrouble,
  })
  const hear = createHearing({
    cache,
    pull,
    outbox,
    asking,
    contact,
    space,
    beside,
    onAsked() {
      postBeside()
      cut.post()
      outbox.tellDropped()
    },
    onCut: ({ isCut, takesNoLists }) => sync.set({ isCut, takesNoLists }),
    onUnasked: () => leading.leadership() && telling.tell(contact.state.get()),
    leadership: leading.leadership,
    onCaughtUp: caughtUp,
    onWiped() {
      leave()
      left.resolve()
    },
  })
  endings.push(tabs.listen(message => (closed ? undefined : hear(message))))

  // Boot: nothing of it asks the network.
  alone = await leading.start()
  await base.restore(alone)
  // What was kept here is no change.
  endings.push(cache.onChanged(receipt.changed))
  await reading.read()
  sync.set(outbox.counts.get())
  booted.resolve()
  if (!alone) asking.askLeader()

  endings.push(
    stores.stop,
    reading.stop,
    base.stop,
    asking.stop,
    environment.visible.subscribe(() => {
      if (environment.visible.get()) {
        outbox.storeUnpersisted()
        // Whoever looks may have signed in elsewhere, or be past a portal.
        if (contact.state.get().signedOut) wake()
        else void asking.refresh()
      } else {
        afterPaint.flush()
        void persistence.flush()
        keeping.copy.flush()
      }
    }),
    environment.onOnline(() => {
      outbox.storeUnpersisted()
      wake()
    }),
    environment.onReturn(async () => {
      outbox.missed()
      // Nobody else can have written what this tab does not know where it led all the while.
      if (!(await stillLeads())) base.missed()
      // What was answered meanwhile leaves the screen behind the truth of it.
      await asking.refresh()
      if (!closed) await reading.read()
    }),
    outbox.stopStoring,
    environment.close,
  )
  // Left while it was being opened: what began since then ends, too.
  if (closed) endAll()

  function endAll(): void {
    for (const end of endings) end()
  }

  function wake(): void {
    const leadership = leading.leadership()
    if (leadership) leadership.wake()
    else post({ type: 'wake' })
  }

  function resume(): void {
    contact.set({ signedOut: false })
    const leadership = leading.leadership()
    if (leadership) leadership.wake()
    else post({ type: 'resume' })
  }

  async function close(): Promise<void> {
    if (closed) return
    afterPaint.flush()
    await queue.idle()
    if (leading.leadership()) await persistence.flush()
    await queue.idle()
    leave()
  }

  /** At once, and without another write: nothing may come back to a device that the account has left. */
  function leave(): void {
    if (closed) return
    closed = true
    endAll()
    leading.close()
    persistence.stop()
    keeping.stop()
    // Each is told that the account is closed.
    afterPaint.flush()
    tabs.close()
    parts.calls.clear()
  }

  function refused(): Promise<never> {
    const durable = Promise.reject(new Error('The account is closed.'))
    // Whoever does not ask for it is no trouble.
    durable.catch(() => {})
    return durable
  }

  let keepAsked = false
  return {
    userId: parts.userId,
    cache,
    sync: sync.state,
    beside: beside.state,
    waiting: outbox.waiting,
    unpersisted: outbox.unpersisted,
    tray: outbox.tray,
    unkeptInTray: outbox.unkeptInTray,
    receipt: receipt.state,
    dismissReceipt: receipt.dismiss,
    peek: id => cache.peek(id),
    onChanged: listener => cache.onChanged(listener),
    perform(edit, variables, insteadOf) {
      const registered = parts.edits.get(edit.name)
      if (!registered) throw new Error(`The edit ${edit.name} is not registered.`)
      // Painted, it would look as if it were kept.
      if (closed) return { id: parts.newId(), durable: refused() }
      const performed = outbox.perform(registered, variables as EditVariables, insteadOf)
      performed.durable.then(
        () => {
          if (keepAsked) return
          keepAsked = true
          parts.storage.keep?.().catch(onTrouble)
        },
        () => {},
      )
      return performed
    },
    afterPaint: afterPaint.run,
    shown: afterPaint.shown,
    mark: cacheId => outbox.marks.get(cacheId),
    onMarked: listener => outbox.marks.onMarked(listener),
    opened: space.opened,
    withdraw: outbox.withdraw,
    tryAgain: outbox.tryAgain,
    discard: outbox.discard,
    async sendNow() {
      const leadership = leading.leadership()
      if (leadership) return leadership.sender.sendNow()
      const tried = untilTried({ clock, waiting: outbox.waiting, contact: contact.state })
      post({ type: 'send-now' })
      await tried
    },
    callState: parts.calls.of,
    refresh: asking.refresh,
    resume,
    left: left.promise,
    close,
    leave,
    async wipe() {
      post({ type: 'wiped' })
      leave()
      await Promise.all([queue.idle(), persistence.end()])
      await parts.storage.wipe()
    },
  }
}
