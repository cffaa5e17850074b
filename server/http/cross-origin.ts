/**
 * Where a static host serves the app (PUBLIC_URL) and this server answers it from elsewhere (API_ENV), exactly
 * that one other origin may ask, with its cookies. Both must be of one site ("app.example.org",
 * "api.example.org"), or browsers keep the cookies back.
 */
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const asked = [
  'accept',
  'content-type',
  'oauth-token',
  'request-token',
  'user-token',
  'x-account',
  'x-csrf-token',
  'x-tab-id',
]
const answered = ['Retry-After', 'X-Request-Id']

/** Undefined where the app and its API are one server: then no other origin may ask at all. */
export function crossOrigin(
  publicUrl: string | undefined,
  apiEnv: string,
): MiddlewareHandler | undefined {
  if (apiEnv === '' || publicUrl === undefined || apiEnv === publicUrl) return undefined
  return cors({
    origin: origin => (origin === publicUrl ? origin : null),
    credentials: true,
    allowHeaders: asked,
    allowMethods: ['GET', 'POST'],
    exposeHeaders: answered,
    maxAge: 600,
  })
}
