/** What every answer tells the browser to refuse. */
import type { MiddlewareHandler } from 'hono'

interface SecurityHeaderParts {
  /** Whether the person's browser speaks https. */
  readonly isSecure: (c: Parameters<MiddlewareHandler>[0]) => boolean
  /** Hashes of inline styles that the app cannot do without: `'sha256-…'`. */
  readonly styleHashes: readonly string[]
  /** Hashes of inline scripts in the page that was built. */
  readonly scriptHashes: readonly string[]
  /** Other servers that the app may speak to. */
  readonly connectTo: readonly string[]
  /** What a widget of others may load and show; undefined: nothing. */
  readonly captcha?: { readonly sources: readonly string[]; readonly styles: boolean } | undefined
}

const yearSeconds = 31_536_000

export function securityHeaders(parts: SecurityHeaderParts): MiddlewareHandler {
  const widget = parts.captcha?.sources ?? []
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...parts.scriptHashes, ...widget].join(' '),
    ["style-src 'self'", ...parts.styleHashes, ...(parts.captcha?.styles ? widget : [])].join(' '),
    ["connect-src 'self'", ...parts.connectTo, ...widget].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(widget.length > 0 ? [`frame-src ${widget.join(' ')}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

  const always = Object.entries({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)',
  })

  return async (c, next) => {
    await next()
    // Not by `c.header`, which makes a new response for each.
    const { headers } = c.res
    for (const [name, value] of always) headers.set(name, value)
    if (parts.isSecure(c)) headers.set('Strict-Transport-Security', `max-age=${yearSeconds}`)
  }
}
