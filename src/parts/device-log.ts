/**
 * What went wrong on this device, for its person and for whoever helps them: the last 500 lines, in this
 * browser only. /inspect shows them, and feedback takes them along where its author agrees.
 *
 * A line never holds a name, a text or an address: of what was thrown it tells the kind, a code, the place in
 * the program, and the sentence only where the browser itself wrote it, with everything quoted left out.
 */
import type { KeyValue } from '../network/key-value.ts'
import { troubleText } from './trouble-text.ts'

export interface DeviceLog {
  /** `where` is a fixed word of the program, such as "core"; `thrown` as it was caught. Never throws. */
  note(where: string, thrown: unknown): void
  /** Oldest first, each "2026-11-21T10:00:00.000Z core TypeError: …", of all tabs of this browser. */
  read(): readonly string[]
  /** Leaves nothing behind; to be called when a person leaves the device. */
  clear(): void
}

export interface DeviceLogParts {
  /** localStorage. */
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The console, for whoever has it open. */
  readonly print: (where: string, thrown: unknown) => void
}

/** 500 lines of at most 400 characters: 200 kB at the very most. */
const mostLines = 500
const mostChars = 400
const key = 'aisle.log'

export function createDeviceLog({ memory, now, print }: DeviceLogParts): DeviceLog {
  let last = { text: '', times: 0 }

  function read(): readonly string[] {
    return memory.get(key)?.split('\n').filter(Boolean) ?? []
  }

  function note(where: string, thrown: unknown): void {
    print(where, thrown)
    const text = `${where} ${troubleText(thrown)}`
    last = last.text === text ? { text, times: last.times + 1 } : { text, times: 1 }
    // What fails at every frame is written ever more rarely.
    if (!isPowerOfTwo(last.times)) return
    const times = last.times > 1 ? ` (${last.times} times)` : ''
    const line = `${new Date(now()).toISOString()} ${text}`.slice(0, mostChars) + times
    memory.set(key, [...read(), line].slice(-mostLines).join('\n'))
  }

  return {
    note(where, thrown) {
      try {
        note(where, thrown)
      } catch {
        // A log that fails makes nothing worse.
      }
    },
    read,
    clear() {
      last = { text: '', times: 0 }
      memory.remove(key)
    },
  }
}

/** Notes what nobody caught; answers with what ends it. The browser itself prints it in the console. */
export function logUncaught(log: DeviceLog, events: EventTarget): () => void {
  function handleError(event: Event) {
    // Sizes that changed while others were told of theirs are told of in the next frame: nothing went wrong.
    const message = partOf(event, 'message')
    if (typeof message === 'string' && message.startsWith('ResizeObserver loop')) return
    log.note('page', partOf(event, 'error'))
  }
  const handleRejection = (event: Event) => log.note('promise', partOf(event, 'reason'))
  events.addEventListener('error', handleError)
  events.addEventListener('unhandledrejection', handleRejection)
  return () => {
    events.removeEventListener('error', handleError)
    events.removeEventListener('unhandledrejection', handleRejection)
  }
}

function partOf(event: Event, part: 'error' | 'message' | 'reason'): unknown {
  return part in event ? Object(event)[part] : undefined
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}
