/**
 * Whether the whole app lies on the device, as a page asks its service worker. The worker's side is
 * shell-keeper.ts.
 */
import { askShell, completeShell } from './shell-keeper.ts'

/** `insecure`: browsers have no workers at an address without https. `demo`: nothing of it is kept. */
export type ShellState = 'complete' | 'incomplete' | 'unsupported' | 'insecure' | 'demo'

export interface ShellCheck {
  look(): Promise<ShellState>
  /** Loads what is missing, the worker itself included, and looks again. */
  complete(): Promise<ShellState>
}

/** What is used of `navigator.serviceWorker`. */
export type WorkerContainer = Pick<ServiceWorkerContainer, 'getRegistration' | 'register' | 'ready'>

const workerAddress = '/service-worker.js'
/** A worker that does not answer in this time has no say: it is older than the question, or stuck. */
const answerMs = 5_000
/** All files of the app on a slow network. */
const loadMs = 60_000

/**
 * `container` is undefined if the browser has no service workers. A demo opens with a network alone, also on a device
 * that has the app, whose worker holds all pages then.
 */
export function createShellCheck(
  container: WorkerContainer | undefined,
  isDemo: boolean,
): ShellCheck {
  const without = globalThis.isSecureContext === false ? 'insecure' : 'unsupported'

  async function look(): Promise<ShellState> {
    if (isDemo) return 'demo'
    if (container === undefined) return without
    const registration = await container.getRegistration()
    // The first visit is still storing the app.
    if (registration?.installing && !registration.active) await untilReady(container)
    const worker = registration?.active
    const isComplete = worker ? await ask(worker, askShell, answerMs) : false
    return isComplete ? 'complete' : 'incomplete'
  }

  return {
    look,
    async complete() {
      if (isDemo) return 'demo'
      if (container === undefined) return without
      try {
        const registration = await container.getRegistration()
        if (registration?.active) await ask(registration.active, completeShell, loadMs)
        else {
          await container.register(workerAddress)
          await untilReady(container)
        }
      } catch {
        // No network, or a network that answers with its own page: what is missing stays missing.
      }
      return look()
    },
  }
}

async function untilReady({ ready }: WorkerContainer): Promise<void> {
  await Promise.race([ready, pause(loadMs)])
}

async function ask(worker: ServiceWorker, question: string, withinMs: number): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  try {
    const answered = new Promise<boolean>(resolve => {
      port1.onmessage = ({ data }) => resolve(data === true)
    })
    worker.postMessage({ type: question }, [port2])
    return await Promise.race([answered, pause(withinMs).then(() => false)])
  } finally {
    port1.close()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
