/** Tabs over BroadcastChannel and Web Locks; Node has both, so tests run this too. */
import type { HeldLock, LockMode, LockOptions, TabMessage, Tabs } from './tabs.ts'

export function createBrowserTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name)
  return {
    knowEachOther: true,
    post: message => channel.postMessage(message),
    listen(listener) {
      const handle = (event: MessageEvent<TabMessage>) => listener(event.data)
      channel.addEventListener('message', handle)
      return () => channel.removeEventListener('message', handle)
    },
    lock: (mode, options) => lock(name, mode, options),
    close: () => channel.close(),
  }
}

function lock(
  name: string,
  mode: LockMode,
  { onLost, signal }: LockOptions,
): Promise<HeldLock | undefined> {
  return new Promise(resolve => {
    const options = {
      wait: signal ? { signal } : {},
      'if-free': { ifAvailable: true },
      steal: { steal: true },
    }[mode]
    let held = false
    navigator.locks
      .request(name, options, granted => {
        if (!granted) return resolve(undefined)
        held = true
        return hold(name, resolve)
      })
      .catch(() => {
        // Stolen where it was held; called off where it was waited for.
        if (held) onLost()
        else resolve(undefined)
      })
  })
}

/** Holds the lock until it is released: the promise that it answers with ends it. */
function hold(name: string, granted: (lock: HeldLock) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const me = holder(name)
  // Told to whoever asks whether it is still held.
  me.catch(() => {})
  granted({
    release: resolve,
    stillHeld: async () => (await holder(name)) === (await me),
  })
  return promise
}

async function holder(name: string): Promise<string | undefined> {
  const { held } = await navigator.locks.query()
  return held?.find(lock => lock.name === name)?.clientId
}
