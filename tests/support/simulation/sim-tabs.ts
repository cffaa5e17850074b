/** The tabs of one simulated browser: a channel between them, and a lock that one holds. */
import type { HeldLock, TabMessage, Tabs } from '../../../src/offline/tabs/tabs.ts'

export interface SimBrowser {
  openTab(): SimTab
}

export interface SimTab extends Tabs {
  /** As when the tab crashes: its lock passes on, it hears and says nothing more. */
  kill(): void
  /** As when the browser freezes it: it hears nothing until it is thawed, and keeps its lock. */
  freeze(): void
  /** `isTold` false: what the others said meanwhile is lost. */
  thaw(isTold?: boolean): void
}

interface Waiting {
  readonly tab: object
  readonly grant: () => void
}

export function createSimBrowser(): SimBrowser {
  const tabs = new Set<{ deliver(message: TabMessage): void }>()
  let holder: { readonly lose: () => void } | undefined
  const line: Waiting[] = []

  function passOn() {
    holder = undefined
    line.shift()?.grant()
  }

  return {
    openTab() {
      const listeners = new Set<(message: TabMessage) => void>()
      let alive = true
      let frozen: TabMessage[] | undefined
      /** What the browser has to tell a frozen tab of its lock: that it has it, or that another took it away. */
      let untold: (() => void)[] = []
      let own: typeof holder
      function hear(message: TabMessage) {
        for (const listener of [...listeners]) listener(message)
      }
      const tab = {
        deliver(message: TabMessage) {
          if (!alive) return
          if (frozen) frozen.push(message)
          else hear(message)
        },
      }
      tabs.add(tab)

      function hold(onLost: () => void): HeldLock {
        const mine = {
          lose() {
            if (frozen) untold.push(onLost)
            else onLost()
          },
        }
        own = mine
        holder = mine
        return {
          release() {
            if (holder === mine) passOn()
          },
          stillHeld: async () => holder === mine,
        }
      }
      function end() {
        alive = false
        tabs.delete(tab)
        for (const waiting of line.filter(one => one.tab === tab)) {
          line.splice(line.indexOf(waiting), 1)
        }
        if (own && holder === own) passOn()
      }

      return {
        knowEachOther: true,
        post(message) {
          if (!alive) return
          const copy = structuredClone(message)
          for (const other of [...tabs]) {
            if (other !== tab) setImmediate(() => other.deliver(structuredClone(copy)))
          }
        },
        listen(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        async lock(mode, { onLost, signal }) {
          if (mode === 'steal') {
            holder?.lose()
            return hold(onLost)
          }
          if (!holder) return hold(onLost)
          if (mode === 'if-free') return undefined
          return new Promise(resolve => {
            const waiting = {
              tab,
              grant() {
                const lock = hold(onLost)
                if (frozen) untold.push(() => resolve(lock))
                else resolve(lock)
              },
            }
            line.push(waiting)
            signal?.addEventListener('abort', () => {
              const at = line.indexOf(waiting)
              if (at >= 0) line.splice(at, 1)
              resolve(undefined)
            })
          })
        },
        close: end,
        kill: end,
        freeze() {
          frozen = []
        },
        thaw(isTold = true) {
          const missed = isTold ? (frozen ?? []) : []
          frozen = undefined
          for (const message of missed) hear(message)
          const told = untold
          untold = []
          for (const tell of told) setImmediate(tell)
        },
      }
    },
  }
}
