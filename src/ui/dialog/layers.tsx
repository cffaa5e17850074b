/**
 * What lies over the page or has taken it over: dialogs, menus, the editor, modes. Back (by gesture or button)
 * and Escape close the one that was opened last, and nothing else: each open layer is one step of history.
 */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../form/is-composing.ts'

/** The steps of a history that stand for layers. */
export interface Steps {
  /** How many stand above the page's own entry. */
  count(): number
  push(): void
  /** Takes so many away; the listener hears when they are gone. */
  drop(count: number): void
  /** Calls back whenever a step was taken back or forward. */
  subscribe(listener: () => void): () => void
}

/** A `popup` lies over the page, a `mode` has taken it over. */
export type LayerKind = 'popup' | 'mode'

interface Layer {
  readonly kind: LayerKind
  readonly close: () => void
}

export interface OpenLayer {
  /** Whether Escape, while it is being handled, or else Back would close this one. */
  isTop(): boolean
  /** It is not there any more. */
  release(): void
}

export interface Layers {
  open(layer: Layer): OpenLayer
  /** Goes to another page as soon as no step of a layer stands in between. */
  leave(navigate: () => void): void
  /** Whether a popup lies over the page. */
  isCovered(): boolean
  subscribe(listener: () => void): () => void
  close(): void
}

/** Longer no browser takes for a step; whoever goes to another page gets there all the same. */
const droppingMs = 1_000

export function createLayers(
  steps: Steps,
  events: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): Layers {
  const layers: Layer[] = []
  const listeners = new Set<() => void>()
  const leaving: (() => void)[] = []
  let dropping: ReturnType<typeof setTimeout> | undefined
  let escaping: { readonly top: Layer | undefined } | undefined

  /** As many steps as layers; on the way to another page none. */
  function settle() {
    if (dropping !== undefined) return
    const extra = steps.count() - (leaving.length > 0 ? 0 : layers.length)
    if (extra > 0) {
      dropping = setTimeout(dropped, droppingMs)
      steps.drop(extra)
      return
    }
    if (leaving.length > 0) {
      go()
      // Most layers go with their page; what stays has its step on the next one.
      setTimeout(settle)
      return
    }
    while (steps.count() < layers.length) steps.push()
  }

  function go() {
    for (const navigate of leaving.splice(0)) navigate()
  }

  function dropped() {
    clearTimeout(dropping)
    dropping = undefined
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  const unsubscribe = steps.subscribe(() => {
    if (dropping !== undefined) {
      dropped()
      settle()
      return
    }
    for (let top = layers.at(-1); top && layers.length > steps.count(); top = layers.at(-1)) {
      const { close } = top
      flushSync(close)
      // It stays, since it has something to ask first.
      if (layers.includes(top)) break
    }
    settle()
  })

  // What was closed by this very key does not make the one beneath it the topmost for whoever hears it later.
  function handleKey(event: Event) {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return
    escaping = { top: layers.at(-1) }
    setTimeout(() => {
      escaping = undefined
    })
  }
  events.addEventListener('keydown', handleKey, { capture: true })
  // A page that was loaded again has no layer, but perhaps their steps.
  settle()

  return {
    open(layer) {
      layers.push(layer)
      settle()
      tell()
      return {
        isTop: () => (escaping === undefined ? layers.at(-1) : escaping.top) === layer,
        release() {
          const at = layers.indexOf(layer)
          if (at >= 0) layers.splice(at, 1)
          // What opens in its place takes its step.
          queueMicrotask(settle)
          tell()
        },
      }
    },
    leave(navigate) {
      leaving.push(navigate)
      if (dropping === undefined && steps.count() === 0) go()
      else settle()
    },
    isCovered: () => layers.some(layer => layer.kind === 'popup'),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      clearTimeout(dropping)
      unsubscribe()
      events.removeEventListener('keydown', handleKey, { capture: true })
    },
  }
}

const LayersContext = createContext<Layers | undefined>(undefined)

export function LayersProvider({
  layers,
  children,
}: {
  readonly layers: Layers
  readonly children: ReactNode
}) {
  return <LayersContext value={layers}>{children}</LayersContext>
}

/** Undefined where parts of the app stand alone. */
export function useLayers(): Layers | undefined {
  return use(LayersContext)
}

interface LayerUse {
  readonly kind: LayerKind
  readonly onClose: () => void
  /** For what does not hear Escape by itself: whether such a key is meant for it. */
  readonly takesEscape?: (event: KeyboardEvent) => boolean
}

/** Makes whoever draws it a layer while it is `open`; answers with whether it is the topmost one. */
export function useLayer(open: boolean, { kind, onClose, takesEscape }: LayerUse): () => boolean {
  const layers = useLayers()
  const opened = useRef<OpenLayer>(undefined)
  const isTop = useRef(() => opened.current?.isTop() ?? true).current
  const close = useEffectEvent(onClose)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // Escape that gives a composition up (Japanese, for one) belongs to the keyboard.
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    if (takesEscape?.(event) && isTop()) onClose()
  })
  useLayoutEffect(() => {
    if (!open || layers === undefined) return
    const layer = layers.open({ kind, close: () => close() })
    opened.current = layer
    return () => {
      opened.current = undefined
      layer.release()
    }
  }, [open, kind, layers])
  const hears = open && takesEscape !== undefined
  useEffect(() => {
    if (!hears) return
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [hears])
  return isTop
}
