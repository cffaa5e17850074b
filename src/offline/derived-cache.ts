/**
 * Base + outbox: an Apollo cache whose root holds only what the server said, with ONE optimistic layer on
 * top that is derived from the waiting edits. Why one layer, and which private fields of Apollo Client this
 * leans on: docs/decisions/003-one-derived-layer.md. Apollo Client is pinned exactly because of it.
 */

import type { Cache } from '@apollo/client/cache'
import { InMemoryCache, type InMemoryCacheConfig } from '@apollo/client/cache'
import { cacheSizes, type StoreObject } from '@apollo/client/utilities'
import { sameJson } from '../../rules/same-json.ts'
import { tellAll } from './tell-all.ts'

/** One waiting edit as the layer needs it. `apply` is pure and idempotent: it runs at every derivation. */
export interface LayerEdit {
  readonly id: string
  apply(cache: DerivedCache): void
}

/** A normalised record as it lies in the cache: references unresolved. */
export type CacheRecord = Readonly<StoreObject>

/** `before` holds what was visible until now, of the changed ids at least. */
export type ChangeListener = (
  cacheIds: ReadonlySet<string>,
  before: ReadonlyMap<string, CacheRecord | undefined>,
) => void

export interface DerivedCacheParts {
  readonly config: InMemoryCacheConfig
  /** Called when a prediction throws; the other edits are still applied. */
  readonly onTrouble: (error: unknown) => void
  /**
   * Runs its argument soon; what postpones a derivation while a long queue drains. A derivation costs about
   * 0.2 ms for each of the `edits`, so that the longer they take, the rarer they should be.
   */
  readonly soon: (task: () => void, edits: number) => void
}

export function createDerivedCache(parts: DerivedCacheParts): DerivedCache {
  raiseCacheSizes()
  return new DerivedCache(parts)
}

export class DerivedCache extends InMemoryCache {
  readonly #parts: DerivedCacheParts
  readonly #listeners = new Set<ChangeListener>()
  readonly #baseListeners = new Set<() => void>()
  /** Applied in this order. */
  #edits: LayerEdit[] = []
  #layer: Store | undefined
  /** Kept, because `data` is the layer while the layer is derived. */
  #root: Store
  #depth = 0
  /** The layer no longer follows from base and edits. */
  #stale = false
  #postponed = false
  /** What was visible before the running change, by cache id. */
  #seen = new Map<string, CacheRecord | undefined>()
  #baseChanges = new Map<string, CacheRecord | undefined>()
  #baseTouched = false

  constructor(parts: DerivedCacheParts) {
    super(parts.config)
    this.#parts = parts
    this.#root = internals(this).data
    this.#watchBase()
  }

  /** The visible record: the layer's if there is one, else the base's. */
  peek(cacheId: string): CacheRecord | undefined {
    const layer = this.#layer?.data
    return layer && Object.hasOwn(layer, cacheId) ? layer[cacheId] : this.peekBase(cacheId)
  }

  /** The record as the server last told it, without the waiting edits. */
  peekBase(cacheId: string): CacheRecord | undefined {
    // No record is named like what every object inherits, and to ask of 10,000 whether it is there shows at the start.
    return this.#root.data[cacheId]
  }

  /** Fields over those that a record has, as they lie in the store: what `write` comes to, a good deal sooner. */
  mergeRecord(cacheId: string, fields: CacheRecord): void {
    this.transaction(() => internals(this).data.merge(cacheId, fields))
  }

  onChanged(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back after each change of the base, never after one of the layer alone. */
  onBaseChanged(listener: () => void): () => void {
    this.#baseListeners.add(listener)
    return () => this.#baseListeners.delete(listener)
  }

  /** The base records that changed since this was last called, by cache id, as they were then. */
  takeBaseChanges(): ReadonlyMap<string, CacheRecord | undefined> {
    const taken = this.#baseChanges
    this.#baseChanges = new Map()
    return taken
  }

  /**
   * Paints one more edit on top of the others: the cost of one edit. Those that it `covers` need not be
   * painted any more: it changes at least what they changed.
   */
  push(edit: LayerEdit, covers: readonly string[] = []): void {
    if (covers.length > 0) this.#edits = this.#edits.filter(({ id }) => !covers.includes(id))
    this.#edits.push(edit)
    this.transaction(() => {
      if (this.#layer) this.#within(this.#layer, () => this.#apply(edit))
      else this.#stale = true
    }, this.#postponed)
  }

  /**
   * Replaces the edits, and writes to the base in the same breath: one derivation, one broadcast.
   * `lazily` lets the derivation wait a moment where many edits are painted: what is shown meanwhile is
   * the prediction of an edit that the server has confirmed.
   */
  replaceEdits(edits: readonly LayerEdit[], write?: () => void, lazily = false): void {
    this.#edits = [...edits]
    this.transaction(() => {
      this.#stale = true
      if (write) super.batch({ optimistic: false, update: write })
    }, lazily)
  }

  /** Any number of changes as one: derived, broadcast and told once, when the outermost one ends. */
  transaction<T>(work: () => T, lazily = false): T {
    const inner = internals(this)
    this.#depth++
    inner.txCount++
    try {
      return work()
    } finally {
      if (this.#depth === 1 && this.#stale) {
        if (lazily && this.#edits.length > postponeFrom) this.#postpone()
        else this.#derive()
      }
      this.#depth--
      inner.txCount--
      if (this.#depth === 0) {
        this.broadcastWatches()
        this.#tell()
      }
    }
  }

  override write: InMemoryCache['write'] = options => this.transaction(() => super.write(options))
  override evict(options: Cache.EvictOptions): boolean {
    return this.transaction(() => super.evict(options))
  }
  // biome-ignore lint/suspicious/noExplicitAny: the signature of InMemoryCache
  override modify<Entity extends Record<string, any>>(
    options: Cache.ModifyOptions<Entity>,
  ): boolean {
    return this.transaction(() => super.modify(options))
  }
  override batch<Result>(options: Cache.BatchOptions<InMemoryCache, Result>): Result {
    return this.transaction(() => super.batch(options))
  }

  /** Takes `data` over: it is the base from now on. */
  override restore(data: Parameters<InMemoryCache['restore']>[0]): this {
    this.transaction(() => {
      for (const id of Object.keys(data)) this.#remember(id)
      for (const id of Object.keys(super.extract())) this.#remember(id)
      // A restore throws all layers away with the old root.
      this.#layer = undefined
      super.restore({})
      // Nobody has read from the new root yet. Apollo would look for readers of each field of each record: of the
      // time until a list of 10,000 items can be ticked that was a third.
      internals(this).data.data = data
      this.#baseChanges = new Map()
      // Of snapshots up to 0.3.0.
      delete data.__META
      this.#watchBase()
      this.#stale = this.#edits.length > 0
    })
    return this
  }

  #derive(): void {
    this.#stale = false
    const inner = internals(this)
    if (this.#layer) for (const id of Object.keys(this.#layer.data)) this.#remember(id)
    super.removeOptimistic(layerName)
    this.#layer = undefined
    if (this.#edits.length === 0) return
    super.batch({
      optimistic: layerName,
      update: () => {
        this.#layer = inner.data
        this.#watch(inner.data, () => {})
        for (const edit of this.#edits) this.#apply(edit)
      },
    })
  }

  #postpone(): void {
    if (this.#postponed) return
    this.#postponed = true
    this.#parts.soon(() => {
      this.#postponed = false
      this.transaction(() => {})
    }, this.#edits.length)
  }

  #apply(edit: LayerEdit): void {
    try {
      edit.apply(this)
    } catch (error) {
      this.#parts.onTrouble(error)
    }
  }

  #within(layer: Store, work: () => void): void {
    const inner = internals(this)
    const root = inner.data
    inner.data = layer
    try {
      work()
    } finally {
      inner.data = root
    }
  }

  #watchBase(): void {
    this.#root = internals(this).data
    this.#watch(this.#root, (id, before) => {
      if (!this.#baseChanges.has(id)) this.#baseChanges.set(id, before)
      this.#baseTouched = true
      if (this.#edits.length > 0) this.#stale = true
    })
  }

  /** Every change of a store, deletions included, goes through its `merge`. */
  #watch(store: Store, changed: (cacheId: string, before: CacheRecord | undefined) => void): void {
    const merge = store.merge.bind(store)
    store.merge = (older, newer) => {
      const id = typeof older === 'string' ? older : typeof newer === 'string' ? newer : undefined
      if (id === undefined) return merge(older, newer)
      this.#remember(id)
      const before = store.data[id]
      merge(older, newer)
      if (store.data[id] !== before) changed(id, before)
    }
  }

  /** What nobody listens to is not compared: of a restored list of 10,000 items that took longer than to restore it. */
  #remember(cacheId: string): void {
    if (this.#listeners.size === 0) return
    if (!this.#seen.has(cacheId)) this.#seen.set(cacheId, this.peek(cacheId))
  }

  #tell(): void {
    if (this.#seen.size === 0 && !this.#baseTouched) return
    const changed = new Set<string>()
    const seen = this.#seen
    this.#seen = new Map()
    for (const [id, before] of seen) if (!sameJson(before, this.peek(id))) changed.add(id)
    const baseTouched = this.#baseTouched
    this.#baseTouched = false
    if (changed.size > 0) tellAll(this.#listeners, changed, seen)
    if (baseTouched) tellAll(this.#baseListeners)
  }
}

const layerName = 'outbox'
/** Below this many edits a derivation costs less than a frame: no need to postpone it. */
const postponeFrom = 30

/** The private fields of InMemoryCache and its stores that this class leans on. */
interface Store {
  data: Record<string, StoreObject | undefined>
  merge(older: unknown, newer: unknown): void
}

interface Internals {
  data: Store
  txCount: number
}

function internals(cache: InMemoryCache): Internals {
  return cache as unknown as Internals
}

/**
 * Apollo's memo tables are sized for small screens: past 5,000 watches or 50,000 selections each broadcast
 * reads everything again (10,000 rows, one tick: 1,872 ms; 43 ms with these sizes).
 */
function raiseCacheSizes(): void {
  cacheSizes['inMemoryCache.maybeBroadcastWatch'] = 100_000
  cacheSizes['inMemoryCache.executeSelectionSet'] = 500_000
  cacheSizes['inMemoryCache.executeSubSelectedArray'] = 100_000
}
