/**
 * The edits that the server has not answered, as one tab knows them. What lies in the store is the truth
 * that survives; this is its image in memory, painted through the one derived layer.
 */
import type { Clock } from './clock.ts'
import type { DerivedCache, LayerEdit } from './derived-cache.ts'
import type { EditVariables, Entry, NamedEdit, Refusal, TrayEntry } from './edit.ts'
import { compareEntries, createKeys, entryFormat } from './entry.ts'
import { type Foldable, planFold } from './fold.ts'
import { createMarks, type Marks } from './marks.ts'
import type { Performed } from './offline.ts'
import { createReadable, type Readable } from './readable.ts'
import type { StoreQueue } from './store-queue.ts'
import { sortStored } from './stored-outbox.ts'
import type { TabMessage } from './tabs.ts'

export interface OutboxOptions {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly queue: StoreQueue
  readonly clock: Clock
  /** Request-tokens. */
  readonly newId: () => string
  readonly post: (message: TabMessage) => void
  /** Called when ids are there for `takeGone`. */
  readonly onGone: () => void
  /** Called for each of one's own edits that the server took, and that it refused. */
  readonly onAnswered: () => void
  readonly onRefused: () => void
  /** Called when there is something new to send. */
  readonly onSendable: () => void
}

export interface Outbox {
  /** What the server has not answered, oldest first. */
  readonly waiting: Readable<readonly Entry[]>
  readonly tray: Readable<readonly TrayEntry[]>
  readonly marks: Marks
  perform(edit: NamedEdit, variables: EditVariables): Performed
  /**
   * Reads the store: what lies there and is not known joins, what is known as stored and lies there no
   * more goes. `alone` where no other tab runs that could know more edits than this one.
   */
  load(options: { readonly alone: boolean }): Promise<void>
  hear(message: TabMessage): void
  /** Stores everything again, after the store may have lost it. */
  storeAgain(): void
  tryAgain(trayId: string): Promise<void>
  discard(trayId: string): Promise<void>

  // What only the leading tab calls.
  /** From now on this tab alone sends; what already waits may have been sent by another. */
  lead(leading: boolean): void
  /** The oldest edit that can be sent. */
  next(): Sendable | undefined
  /** A try begins: from now on the edit may have left this device. */
  sending(id: string): void
  /** Answered first-hand: the truth goes into the base, and the entry with it. */
  settle(id: string, answer: unknown): void
  /** Answered, but the base may know better already: stays painted until a catch-up brings the truth. */
  answered(id: string, moment: number): void
  /** Ids of answered entries whose answer came before this moment. */
  answeredBefore(moment: number): readonly string[]
  /** Writes to the base and lets these entries go, in one breath. */
  release(ids: readonly string[], write?: () => void): void
  refuse(id: string, refusal: Refusal): void
  failed(id: string, cause: string): Entry | undefined
  /** Ids that left the outbox and still lie in the store; to be removed once the base is persisted. */
  takeGone(): readonly string[]
  /** The base was not persisted: these are taken again the next time. */
  keepGone(ids: readonly string[]): void
}

export interface Sendable {
  readonly entry: Entry
  readonly edit: NamedEdit
  /** Nobody can have sent it before: its answer is news. */
  readonly firstTry: boolean
}

interface Held {
  entry: Entry
  readonly edit: NamedEdit | undefined
  readonly layer: LayerEdit
  /** Done in this tab. */
  readonly own: boolean
  /** undefined while the write is under way. */
  stored: boolean | undefined
  /** Certain not to have left this device. */
  neverSent: boolean
  /** When the server answered it, counted in catch-ups. */
  answeredAt: number | undefined
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { cache, edits, queue, clock, newId, post } = options
  const keys = createKeys(() => clock.now())
  const marks = createMarks()
  const waiting = createReadable<readonly Entry[]>([])
  const tray = createReadable<readonly TrayEntry[]>([])
  /** Sorted; the answered ones that are still painted included. */
  let held: Held[] = []
  const byId = new Map<string, Held>()
  let leading = false
  let gone: string[] = []
  /** Left this tab's memory for good; a reading of the store that crossed that must not bring it back. */
  const departed = new Set<string>()

  const publish = () =>
    waiting.set(held.filter(one => one.answeredAt === undefined).map(one => one.entry))

  const mark = (one: Held, value: 'saving' | 'waiting' | undefined) =>
    marks.set(one.entry.id, value, one.edit?.marks(one.entry.variables) ?? [])

  const hold = (entry: Entry, stored?: boolean, own = false): Held => {
    const edit = edits.get(entry.name)
    const layer = {
      id: entry.id,
      apply: (target: DerivedCache) => edit?.predict(target, entry.variables, entry),
    }
    return {
      entry,
      edit,
      layer,
      own,
      stored,
      neverSent: stored === undefined,
      answeredAt: undefined,
    }
  }

  /**
   * Takes entries in and others out; paints in place where the newcomer is the last, and all that go are
   * folded into it.
   */
  const change = (
    {
      add = [],
      remove = [],
      folds = false,
    }: { add?: readonly Held[]; remove?: readonly string[]; folds?: boolean },
    write?: () => void,
    lazily = false,
  ) => {
    for (const id of remove) {
      const one = byId.get(id)
      if (one) mark(one, undefined)
      byId.delete(id)
      departed.add(id)
    }
    const kept = remove.length > 0 ? held.filter(one => byId.has(one.entry.id)) : held
    const newcomers = add.filter(one => !byId.has(one.entry.id))
    for (const one of newcomers) {
      byId.set(one.entry.id, one)
      keys.seen(one.entry.key)
      mark(one, one.stored ? 'waiting' : 'saving')
    }
    const [only] = newcomers
    const last = kept.at(-1)
    const appends =
      newcomers.length === 1 &&
      (kept === held || folds) &&
      !write &&
      only !== undefined &&
      (!last || compareEntries(last.entry, only.entry) < 0)
    held = [...kept, ...newcomers]
    if (appends) cache.push(only.layer, remove)
    else {
      held.sort((a, b) => compareEntries(a.entry, b.entry))
      const layers = held.map(one => one.layer)
      if (write || remove.length + newcomers.length > 0) cache.replaceEdits(layers, write, lazily)
    }
    publish()
  }

  const store = (
    one: Held,
    remove: readonly string[],
    removeTray: readonly string[] = [],
  ): Promise<void> => {
    one.stored = undefined
    return queue.write({ put: [one.entry], remove, removeTray }).then(
      () => {
        one.stored = true
        // Sent before it is drawn that it waits.
        options.onSendable()
        post({ type: 'stored', ids: [one.entry.id] })
        if (byId.has(one.entry.id) && one.answeredAt === undefined) mark(one, 'waiting')
        // It takes writes again: what it would not take before goes with the next one.
        for (const other of held) if (other.stored === false) store(other, []).catch(() => {})
      },
      (error: unknown) => {
        one.stored = false
        // Not safe on this device: all the more reason to send it while the page lives.
        options.onSendable()
        throw error
      },
    )
  }

  const makeEntry = (edit: NamedEdit, variables: EditVariables): Entry => {
    const seen = edit.seen?.(variables, cache)
    return {
      format: entryFormat,
      id: newId(),
      key: keys.next(),
      name: edit.name,
      at: new Date(clock.now()).toISOString(),
      variables,
      attempts: 0,
      needs: edit.needs(variables, cache),
      creates: edit.creates?.(variables) ?? [],
      sentence: edit.sentence(cache, variables),
      ...(seen && { seen }),
    }
  }

  const foldables = (): readonly Foldable[] => (leading ? held : [])

  const perform = (edit: NamedEdit, given: EditVariables): Performed => {
    // What cannot be stored is refused here, before it could spoil the transaction of others.
    const variables = structuredClone(given)
    const foldable = edit.fold !== undefined || edit.removes !== undefined
    const plan = foldable ? planFold(foldables(), edit, variables) : { replaces: [], variables }
    if (plan.variables === undefined) {
      change({ remove: plan.replaces })
      post({ type: 'dropped', ids: plan.replaces })
      return { id: newId(), durable: queue.write({ remove: plan.replaces }) }
    }
    const one = hold(makeEntry(edit, plan.variables), undefined, true)
    // The disk is asked first, so that it works while the screen is drawn.
    const durable = store(one, plan.replaces)
    change({ add: [one], remove: plan.replaces, folds: edit.fold !== undefined })
    post({ type: 'added', entry: one.entry, replaces: plan.replaces })
    return { id: one.entry.id, durable }
  }

  const setTray = (put: readonly TrayEntry[], remove: readonly string[]) => {
    const replaced = new Set([...remove, ...put.map(one => one.id)])
    for (const one of tray.get()) if (replaced.has(one.id)) markTray(one, undefined)
    for (const id of remove) departed.add(trayKey(id))
    for (const one of put) departed.delete(trayKey(one.id))
    for (const one of put) markTray(one, 'refused')
    tray.set([...tray.get().filter(one => !replaced.has(one.id)), ...put])
  }

  const markTray = (one: TrayEntry, value: 'refused' | undefined) => {
    for (const { name, variables } of one.entries) {
      marks.set(one.id, value, edits.get(name)?.marks(variables) ?? [])
    }
  }

  /** Into the tray, with the edits that mean nothing without them. */
  const toTray = (first: Held, refusal: Refusal): TrayEntry => {
    const ids = new Set(first.entry.creates)
    const entries = [first.entry]
    for (const { entry, answeredAt } of held) {
      if (entry === first.entry || answeredAt !== undefined) continue
      if (!entry.needs.some(id => ids.has(id))) continue
      entries.push(entry)
      for (const id of entry.creates) ids.add(id)
    }
    return {
      id: first.entry.id,
      refusal,
      entries,
      refusedAt: new Date(clock.now()).toISOString(),
      sentence: first.entry.sentence ?? first.entry.name,
    }
  }

  const forget = (ids: readonly string[]) => {
    if (ids.length === 0) return
    gone.push(...ids)
    options.onGone()
  }

  const load: Outbox['load'] = async ({ alone }) => {
    const before = new Set(byId.keys())
    const trayBefore = tray.get().map(one => one.id)
    const stored = sortStored(await options.queue.load(), edits, alone, clock.now())
    const found = new Set(stored.entries.map(entry => entry.id))
    const fresh = stored.entries.filter(entry => !byId.has(entry.id) && !departed.has(entry.id))
    // Stored once and gone: another tab saw it answered. Never stored by the tab that announced it: that
    // tab died before it could, so it was never said to be saved.
    const lost = held.filter(
      one => before.has(one.entry.id) && (one.stored || !one.own) && !found.has(one.entry.id),
    )
    change({
      add: fresh.map(entry => hold(entry, true)),
      remove: lost.map(one => one.entry.id),
    })
    for (const one of lost) departed.delete(one.entry.id)
    // Stored by a tab that died before it could say so.
    for (const one of held) {
      if (one.own || one.stored || !found.has(one.entry.id)) continue
      one.stored = true
      mark(one, one.answeredAt === undefined ? 'waiting' : undefined)
    }
    const known = new Set(stored.tray.map(one => one.id))
    setTray(
      stored.tray.filter(one => !departed.has(trayKey(one.id))),
      trayBefore.filter(id => !known.has(id)),
    )
    options.onSendable()
    if (stored.changes) await queue.write(stored.changes).catch(() => {})
  }

  return {
    waiting,
    tray,
    marks,
    perform,

    load,

    hear(message) {
      if (message.type === 'added') {
        const one = hold(message.entry)
        change({ add: [one], remove: message.replaces, folds: one.edit?.fold !== undefined })
        clock.after(ghostMs, () => {
          if (one.stored === undefined && byId.get(one.entry.id) === one)
            void load({ alone: false })
        })
      } else if (message.type === 'stored') {
        if (!message.ids.every(id => byId.has(id))) void load({ alone: false })
        for (const one of message.ids.flatMap(id => byId.get(id) ?? [])) {
          one.stored = true
          mark(one, one.answeredAt === undefined ? 'waiting' : undefined)
        }
        options.onSendable()
      } else if (message.type === 'dropped') {
        change({ remove: message.ids })
      } else if (message.type === 'settled') {
        const one = byId.get(message.id)
        if (!one) return
        options.onAnswered()
        change({ remove: [message.id] }, () =>
          one.edit?.settle(cache, message.answer, one.entry.variables),
        )
      } else if (message.type === 'answered') {
        const one = byId.get(message.id)
        if (!one) return
        options.onAnswered()
        one.answeredAt = 0
        mark(one, undefined)
        publish()
      } else if (message.type === 'failed') {
        const one = byId.get(message.entry.id)
        if (!one) return
        one.entry = message.entry
        publish()
      } else if (message.type === 'tray') {
        const refused = message.put.flatMap(one => one.entries.map(entry => entry.id))
        change({ remove: refused })
        setTray(message.put, message.remove)
        for (const _ of message.put) options.onRefused()
      }
    },

    storeAgain() {
      const kept = held.filter(one => one.stored || one.own).map(one => one.entry)
      queue.write({ put: kept, putTray: tray.get() }).catch(() => {})
    },

    async tryAgain(trayId) {
      const found = tray.get().find(one => one.id === trayId)
      const again = found?.entries.flatMap(({ name, variables }) => {
        const edit = edits.get(name)
        return edit ? [{ edit, variables }] : []
      })
      if (!found || !again || again.length < Math.max(found.entries.length, 1)) {
        throw new Error(
          'This change was made by another version of Aisle and cannot be tried again.',
        )
      }
      setTray([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      const written = again.map(({ edit, variables }) => {
        const one = hold(makeEntry(edit, variables), undefined, true)
        change({ add: [one] })
        post({ type: 'added', entry: one.entry, replaces: [] })
        return store(one, [], [trayId])
      })
      await Promise.all(written)
    },

    async discard(trayId) {
      setTray([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      await queue.write({ removeTray: [trayId] })
    },

    lead(now) {
      leading = now
      for (const one of held) one.neverSent = false
    },

    next() {
      const one = held.find(
        candidate =>
          candidate.answeredAt === undefined &&
          candidate.edit &&
          (candidate.own || candidate.stored !== undefined),
      )
      // One's own edits go in order: the next waits until this one is safe.
      if (one?.stored === undefined) return
      return one?.edit && { entry: one.entry, edit: one.edit, firstTry: one.neverSent }
    },

    sending(id) {
      const one = byId.get(id)
      if (one) one.neverSent = false
    },

    settle(id, answer) {
      const one = byId.get(id)
      if (!one) return
      options.onAnswered()
      forget([id])
      change({ remove: [id] }, () => one.edit?.settle(cache, answer, one.entry.variables), true)
      post({ type: 'settled', id, answer })
    },

    answered(id, moment) {
      const one = byId.get(id)
      if (!one) return
      options.onAnswered()
      one.answeredAt = moment
      mark(one, undefined)
      publish()
      post({ type: 'answered', id })
    },

    answeredBefore: moment =>
      held.flatMap(({ entry, answeredAt }) =>
        answeredAt !== undefined && answeredAt < moment ? [entry.id] : [],
      ),

    release(ids, write) {
      if (leading) forget(ids)
      change({ remove: ids }, write)
    },

    refuse(id, refusal) {
      const one = byId.get(id)
      if (!one) return
      const refused = toTray(one, refusal)
      const ids = refused.entries.map(entry => entry.id)
      change({ remove: ids })
      setTray([refused], [])
      options.onRefused()
      post({ type: 'tray', put: [refused], remove: [] })
      queue.write({ remove: ids, putTray: [refused] }).catch(() => {
        // Still in the store: sent again after a restart, and refused again with the same answer.
      })
    },

    failed(id, cause) {
      const one = byId.get(id)
      if (!one) return
      const serverFailures = (one.entry.serverFailures ?? 0) + (cause === 'server' ? 1 : 0)
      one.entry = {
        ...one.entry,
        attempts: one.entry.attempts + 1,
        lastCause: cause,
        ...(serverFailures > 0 && { serverFailures }),
      }
      publish()
      post({ type: 'failed', entry: one.entry })
      if (one.stored) queue.write({ put: [one.entry] }).catch(() => {})
      return one.entry
    },

    takeGone() {
      const taken = gone
      gone = []
      return taken
    },

    keepGone(ids) {
      gone = [...ids, ...gone]
    },
  }
}

/** Announced by another tab and not stored for so long: whether it ever will be is asked of the store. */
const ghostMs = 10_000

/** Entries and what they became in the tray have the same ids. */
function trayKey(id: string): string {
  return `tray ${id}`
}
