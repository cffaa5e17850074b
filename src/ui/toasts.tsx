/**
 * Short messages at the bottom right (spec section 1). The code that draws them loads with the first one;
 * messages that come before it is there are kept.
 */
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useState,
  useSyncExternalStore,
} from 'react'

export type ToastType = 'success' | 'info' | 'warning' | 'error'

export interface ToastMessage {
  readonly text: string
  /** Error where it is absent. */
  readonly type?: ToastType
  /** The type in capitals where it is absent. */
  readonly title?: string
  readonly durationMs?: number
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export interface Toasts {
  show(message: ToastMessage): void
  /** Those not drawn yet. */
  get(): readonly ToastMessage[]
  subscribe(listener: () => void): () => void
  /** Hands over those not drawn yet. */
  take(): readonly ToastMessage[]
}

export function createToasts(): Toasts {
  const listeners = new Set<() => void>()
  let queue: readonly ToastMessage[] = []
  return {
    show(message) {
      queue = [...queue, message]
      for (const listener of listeners) listener()
    },
    get: () => queue,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    take() {
      const taken = queue
      queue = []
      return taken
    },
  }
}

const ToastsContext = createContext<Toasts | undefined>(undefined)

const Toaster = lazy(() => import('./toaster.tsx').then(module => ({ default: module.Toaster })))

export function ToastsProvider({
  toasts,
  children,
}: {
  readonly toasts: Toasts
  readonly children: ReactNode
}) {
  return (
    <ToastsContext value={toasts}>
      {children}
      <ToasterWhenWanted toasts={toasts} />
    </ToastsContext>
  )
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (toasts === undefined) throw new Error('useToasts needs a ToastsProvider')
  return toasts
}

function ToasterWhenWanted({ toasts }: { readonly toasts: Toasts }) {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.get)
  const [wanted, setWanted] = useState(false)
  if (queue.length > 0 && !wanted) setWanted(true)
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster toasts={toasts} />
    </Suspense>
  ) : null
}
