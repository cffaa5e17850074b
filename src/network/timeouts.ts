/**
 * How long an answer may take: not by the clock alone, or a large answer over a weak signal would never arrive,
 * but by silence. A network that sends without end is cut off too.
 */
import { uploadMs } from '../offline/sync/deadline.ts'

export interface Timeouts {
  /** The longest silence before the answer begins and between its parts, in ms. */
  readonly silenceMs: number
  /** The longest time for all of it, in ms; absent for a stream. */
  readonly totalMs?: number
  /** The longest answer; absent for a stream. */
  readonly maxBytes?: number
}

/** What was answered, its body still to be read, once: each part in time. */
export interface TimedAnswer extends Pick<Response, 'status' | 'headers'> {
  /** Its parts as they come; whoever takes no more of them ends the connection. */
  parts(): AsyncGenerator<string>
  text(): Promise<string>
}

/** Runs `ask` with a signal that ends it when the time is up; what it throws then is a TimeoutError. */
export async function fetchInTime(
  ask: (signal: AbortSignal) => Promise<Response>,
  timeouts: Timeouts,
  outer?: AbortSignal,
): Promise<TimedAnswer> {
  const silence = new AbortController()
  let heardAt = performance.now()
  // To wind a timer up with each part would cost more than to read it.
  function look() {
    const left = heardAt + timeouts.silenceMs - performance.now()
    if (left > 0) timer = setTimeout(look, left)
    else silence.abort(new DOMException('No answer in time', 'TimeoutError'))
  }
  let timer = setTimeout(look, timeouts.silenceMs)
  const signals = [silence.signal, outer, optionalTimeout(timeouts.totalMs)]
  const signal = AbortSignal.any(signals.filter(one => one !== undefined))
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  let response: Response
  try {
    response = await ask(signal)
  } catch (thrown) {
    clearTimeout(timer)
    throw signal.aborted ? signal.reason : thrown
  }

  // Read by hand: streams that are piped through one another take several turns for each part.
  async function* parts(): AsyncGenerator<string> {
    const reader = response.body?.getReader()
    const cancel = () => void reader?.cancel(signal.reason).catch(() => {})
    signal.addEventListener('abort', cancel, { once: true })
    const decoder = new TextDecoder()
    let bytes = 0
    try {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        heardAt = performance.now()
        signal.throwIfAborted()
        if (done || value === undefined) break
        bytes += value.byteLength
        if (timeouts.maxBytes !== undefined && bytes > timeouts.maxBytes) {
          throw new DOMException('The answer does not end.', 'DataError')
        }
        yield decoder.decode(value, { stream: true })
      }
      yield decoder.decode()
    } catch (thrown) {
      throw signal.aborted ? signal.reason : thrown
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      cancel()
    }
  }

  async function wholeText(): Promise<string> {
    signal.throwIfAborted()
    const { promise: ended, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    try {
      return await Promise.race([response.text(), ended])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    parts,
    async text() {
      if (isShort(response.headers)) return wholeText()
      let text = ''
      for await (const part of parts()) text += part
      return text
    },
  }
}

/** What comes in one packet cannot be silent between its parts, and the browser reads it in one step. */
function isShort(headers: Headers): boolean {
  const bytes = headers.get('content-length')
  return bytes !== null && Number(bytes) <= packetBytes && !headers.has('content-encoding')
}

const packetBytes = 1_400

function optionalTimeout(ms: number | undefined): AbortSignal | undefined {
  return ms === undefined ? undefined : AbortSignal.timeout(ms)
}

/** The server is silent while a large body is on its way. */
export function withUpload(timeouts: Timeouts, bytes: number): Timeouts {
  const more = uploadMs(bytes)
  return {
    ...timeouts,
    silenceMs: timeouts.silenceMs + more,
    ...(timeouts.totalMs !== undefined && { totalMs: timeouts.totalMs + more }),
  }
}
