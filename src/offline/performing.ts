/** What a person does: stored, painted, told to the other tabs; and what they do with what was refused. */
import type { Clock } from './clock.ts'
import type { DerivedCache } from './derived-cache.ts'
import type { EditVariables, Entry, NamedEdit } from './edit.ts'
import { entryFormat } from './entry.ts'
import { planFold } from './fold.ts'
import type { Held, HeldEdits } from './held-edits.ts'
import type { Performed } from './offline.ts'
import type { StoreQueue } from './store-queue.ts'
import type { TabMessage } from './tabs.ts'
import type { Tray } from './tray.ts'

export interface Performing {
  perform(edit: NamedEdit, variables: EditVariables): Performed
  /** From the tray: new edits with new tokens. Refuses what this version does not know. */
  tryAgain(trayId: string): Promise<void>
  discard(trayId: string): Promise<void>
  /** Stores everything again, after the store may have lost it. */
  storeAgain(): void
}

export interface PerformingOptions {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly held: HeldEdits
  readonly tray: Tray
  readonly queue: StoreQueue
  readonly clock: Clock
  /** Request-tokens. */
  readonly newId: () => string
  readonly nextKey: () => number
  readonly post: (message: TabMessage) => void
  /** Called when there is something new to send. */
  readonly onSendable: () => void
}

export function createPerforming(options: PerformingOptions): Performing {
  const { cache, edits, held, tray, queue, clock, newId, post } = options

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
        held.markStored(one)
        // It takes writes again: what it would not take before goes with the next one.
        for (const other of held.all()) if (other.stored === false) store(other, []).catch(() => {})
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
      key: options.nextKey(),
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

  return {
    perform(edit, given) {
      // What cannot be stored is refused here, before it could spoil the transaction of others.
      const variables = structuredClone(given)
      const foldable = edit.fold !== undefined || edit.removes !== undefined
      const plan =
        foldable && held.leads()
          ? planFold(held.all(), edit, variables)
          : { replaces: [], variables }
      if (plan.variables === undefined) {
        held.change({ remove: plan.replaces })
        post({ type: 'dropped', ids: plan.replaces })
        return { id: newId(), durable: queue.write({ remove: plan.replaces }) }
      }
      const one = held.hold(makeEntry(edit, plan.variables), { own: true })
      // The disk is asked first, so that it works while the screen is drawn.
      const durable = store(one, plan.replaces)
      held.change({ add: [one], remove: plan.replaces, folds: edit.fold !== undefined })
      post({ type: 'added', entry: one.entry, replaces: plan.replaces })
      return { id: one.entry.id, durable }
    },

    async tryAgain(trayId) {
      const found = tray.entries.get().find(one => one.id === trayId)
      const again = found?.entries.flatMap(({ name, variables }) => {
        const edit = edits.get(name)
        return edit ? [{ edit, variables }] : []
      })
      if (!found || !again || again.length < Math.max(found.entries.length, 1)) {
        throw new Error(
          'This change was made by another version of Aisle and cannot be tried again.',
        )
      }
      tray.change([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      const written = again.map(({ edit, variables }) => {
        const one = held.hold(makeEntry(edit, variables), { own: true })
        held.change({ add: [one] })
        post({ type: 'added', entry: one.entry, replaces: [] })
        return store(one, [], [trayId])
      })
      await Promise.all(written)
    },

    async discard(trayId) {
      tray.change([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      await queue.write({ removeTray: [trayId] })
    },

    storeAgain() {
      const kept = held.all().filter(one => one.stored || one.own)
      queue.write({ put: kept.map(one => one.entry), putTray: tray.entries.get() }).catch(() => {})
    },
  }
}
