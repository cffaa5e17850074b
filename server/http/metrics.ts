/** What a monitor asks for: `GET /metrics` in Prometheus' text format, for whoever holds METRICS_TOKEN. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

export interface MetricSources {
  /** Event streams that are open in this process. */
  readonly streams: () => number
  /** Of the whole database. */
  readonly jobs: () => Promise<{ readonly waiting: number; readonly failed: number }>
  readonly memory?: () => NodeJS.MemoryUsage
}

export interface Metrics {
  /** An answer that left. `route` is a pattern such as /auth/login, never a path that somebody made up. */
  count(route: string, status: number): void
  /** 401 without the token, else the text. */
  answer(c: Context): Promise<Response>
}

/** Each process counts for itself, from its start on. */
export function createMetrics(token: string, sources: MetricSources): Metrics {
  const answers = new Map<string, number>()
  const wanted = hash(`Bearer ${token}`)

  return {
    count(route, status) {
      const labels = `{route="${quote(route)}",status="${status}"}`
      answers.set(labels, (answers.get(labels) ?? 0) + 1)
    },
    async answer(c) {
      if (!timingSafeEqual(hash(c.req.header('authorization') ?? ''), wanted)) {
        return c.text('Send METRICS_TOKEN as "Authorization: Bearer …".\n', 401, {
          'WWW-Authenticate': 'Bearer',
        })
      }
      const { waiting, failed } = await sources.jobs()
      const { rss, heapUsed } = (sources.memory ?? process.memoryUsage)()
      const text = [
        ...family('aisle_requests_total', 'counter', 'Answers by route and status.', answers),
        ...family('aisle_event_streams', 'gauge', 'Open event streams.', alone(sources.streams())),
        ...family('aisle_jobs_waiting', 'gauge', 'Jobs to be done.', alone(waiting)),
        ...family('aisle_jobs_failed', 'gauge', 'Jobs that were given up.', alone(failed)),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', alone(rss)),
        ...family(
          'nodejs_heap_size_used_bytes',
          'gauge',
          'Memory of its objects.',
          alone(heapUsed),
        ),
      ].join('\n')
      return c.body(`${text}\n`, 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    },
  }
}

/** Of one length, whatever came in, as a comparison in constant time needs it. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function alone(value: number): ReadonlyMap<string, number> {
  return new Map([['', value]])
}

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: ReadonlyMap<string, number>,
): readonly string[] {
  const lines = [...values].map(([labels, value]) => `${name}${labels} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.sort()]
}

function quote(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
