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

/** Runs `ask` with a signal that ends it when the time is up; what it throws then is a TimeoutError. */
export async function fetchInTime(
  ask: (signal: AbortSignal) => Promise<Response>,
  timeouts: Timeouts,
  outer?: AbortSignal,
): Promise<Response> {
  const silence = new AbortController()
  const expire = () => silence.abort(new DOMException('No answer in time', 'TimeoutError'))
  let timer = setTimeout(expire, timeouts.silenceMs)
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
  if (response.body === null || response.status < 200) {
    clearTimeout(timer)
    return response
  }

  let bytes = 0
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        clearTimeout(timer)
        bytes += chunk.byteLength
        if (timeouts.maxBytes !== undefined && bytes > timeouts.maxBytes) {
          silence.abort(new DOMException('The answer does not end.', 'DataError'))
        } else {
          timer = setTimeout(expire, timeouts.silenceMs)
        }
        controller.enqueue(chunk)
      },
      flush: () => clearTimeout(timer),
    }),
    { signal },
  )
  return new Response(watched, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

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
