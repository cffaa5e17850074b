/** Which compressed form a browser takes, and the compressing of answers made on the spot. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? '')
    .split(',')
    .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map(part => part.split(';')[0]?.trim().toLowerCase())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** `effort` "once" for what is kept and sent often, "now" where somebody waits. */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: 'once' | 'now',
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return new Uint8Array(bytes)
  if (encoding === 'gzip') {
    return new Uint8Array(await promisify(gzip)(bytes, { level: effort === 'once' ? 9 : 5 }))
  }
  const quality = effort === 'once' ? 10 : 4
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return new Uint8Array(await promisify(brotliCompress)(bytes, { params }))
}

/** One packet: less cannot arrive sooner. */
const worthBytes = 1_400

/** Compresses large JSON; leaves event streams alone. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  if (!/^application\/([\w.-]+\+)?json\b/.test(res.headers.get('content-type') ?? '')) return
  res.headers.append('Vary', 'Accept-Encoding')
  const announced = res.headers.get('content-length')
  if (announced !== null && Number(announced) <= worthBytes) return
  if (!res.body) return
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  if (encoding === 'identity') return
  const bytes = new Uint8Array(await res.arrayBuffer())
  const isWorthIt = bytes.byteLength > worthBytes
  const body = isWorthIt ? await compress(bytes, encoding, 'now') : bytes
  c.res = undefined
  c.res = new Response(body, res)
  if (isWorthIt) c.header('Content-Encoding', encoding)
  c.header('Content-Length', String(body.byteLength))
}
