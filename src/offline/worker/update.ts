/**
 * New versions of the app: looked for at the start, every hour and when the app comes back to the front;
 * installed beside the running one; taken when the person agrees, and never into their typing.
 */
import type { Workbox } from 'workbox-window'
import { createPause } from '../pause.ts'
import { createReadable, type Readable } from '../readable.ts'

/** `coming`: the person has given the word, and the page goes once nothing would be lost with it. */
export type UpdateState = 'none' | 'ready' | 'coming'

export interface Updates {
  /** `ready`: a new version waits for the person's word. */
  readonly state: Readable<UpdateState>
  /** Changes to the new version and loads the page again, once nothing is being typed. */
  applyUpdate(): Promise<void>
  close(): void
}

export type UsedWorkbox = Pick<
  Workbox,
  'register' | 'update' | 'messageSkipWaiting' | 'addEventListener'
>

interface UpdatesParts {
  /** Undefined where the browser has no service workers, or in development. */
  readonly workbox: UsedWorkbox | undefined
  readonly document: Document
  readonly reload: () => void
  /** Resolves when nothing that the person did would be lost with the page. */
  readonly beforeReload: () => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const hourMs = 3_600_000
/** Coming back to the front asks at most this often. */
const shortestPauseMs = 60_000

export function createUpdates(parts: UpdatesParts): Updates {
  const { document } = parts
  const pause = createPause(parts)
  // A worker that was withdrawn (docs/decisions/008-service-worker.md) must not be brought back by the page it freed.
  const workbox = import.meta.env.VITE_WITHDRAWN === 'yes' ? undefined : parts.workbox
  const state = createReadable<UpdateState>('none')
  let registration: ServiceWorkerRegistration | undefined
  let agreed = false
  let workerWaits = false
  let isControlled = false
  const atStart = controller()

  /** At each check anew: where the first worker of a device could not be stored nothing is registered any more. */
  async function register(): Promise<void> {
    registration = await workbox?.register()
    registration?.addEventListener('updatefound', follow)
    follow()
    look()
    // Another tab let a newer one in before this page listened.
    const isNewer = atStart && controller() && controller() !== atStart
    if (isNewer && state.get() === 'none') state.set('ready')
  }

  function controller(): ServiceWorker | null | undefined {
    return document.defaultView?.navigator.serviceWorker?.controller
  }

  /** workbox-window follows one version that it has not looked for itself, and none after it, even if that one fails. */
  function follow(): void {
    registration?.installing?.addEventListener('statechange', look)
  }

  function look(): void {
    // Beside a page that no worker answered, as after a reload past all caches, none waits for long.
    workerWaits = Boolean(registration?.waiting && registration.active)
    if (workerWaits) state.set('ready')
  }

  function check(): void {
    if (pause.left() > 0) return
    pause.begin(shortestPauseMs)
    // No network, or none of ours: the next check is soon enough.
    register()
      .then(() => workbox?.update())
      .catch(() => {})
  }

  async function reloadWhenSafe(): Promise<void> {
    do {
      await untilNothingIsTyped(document)
      // What was typed may just have been done. On a full device that may take until there is a network.
      await parts.beforeReload()
    } while (isTyping(document.activeElement))
    parts.reload()
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible') check()
  }

  workbox?.addEventListener('controlling', ({ isUpdate }) => {
    // The first worker of a device, whichever of its pages began to install it.
    const isFirst = !isUpdate && !isControlled
    isControlled = true
    if (isFirst) return
    workerWaits = false
    // Another tab agreed: this one goes on with the files it has, and says that there are newer ones.
    if (agreed) void reloadWhenSafe()
    else state.set('ready')
  })
  document.addEventListener('visibilitychange', handleVisibility)
  const timer = setInterval(check, hourMs)
  pause.begin(shortestPauseMs)
  register().catch(() => {
    // Private mode, or a network that answers with its own page: the app runs without, and tries again later.
  })

  return {
    state,
    async applyUpdate() {
      if (state.get() !== 'ready') return
      agreed = true
      state.set('coming')
      const worker = registration?.waiting
      // Another tab may have let it in meanwhile.
      if (!workerWaits || !worker) return reloadWhenSafe()
      // Such a page is not told of another worker, which takes over from the one of other tabs.
      const isTold = controller()
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated' && !isTold) void reloadWhenSafe()
      })
      workbox?.messageSkipWaiting()
    },
    close() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleVisibility)
    },
  }
}

/** Resolves when no text field that holds text has the focus. */
async function untilNothingIsTyped(document: Document): Promise<void> {
  while (isTyping(document.activeElement)) {
    await new Promise(resolve => document.addEventListener('focusout', resolve, { once: true }))
    // The field that gets the focus instead has it one task later.
    await new Promise(resolve => setTimeout(resolve))
  }
}

function isTyping(element: Element | null): boolean {
  if (element === null) return false
  if (element.matches('textarea, input:not([type=checkbox], [type=radio], [type=button])')) {
    return 'value' in element && element.value !== ''
  }
  return element.matches('[contenteditable]') && element.textContent !== ''
}
