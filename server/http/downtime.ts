import type { Context } from 'hono'
import { answerRefusal } from './http-refusal.ts'

/** How long a client should leave a server alone that is down on purpose. */
const downtimeSeconds = 60

/** A middleware that lets nothing pass: 503, and when to try again. */
export async function refuseInDowntime(c: Context): Promise<Response> {
  return answerRefusal(c, {
    status: 503,
    code: 'DOWNTIME',
    message: 'Aisle is down for maintenance. Your changes are kept; try again later.',
    retryAfterSeconds: downtimeSeconds,
  })
}
