/** Where a request comes from, as far as that can be believed. */
import { isIPv4, isIPv6 } from 'node:net'

interface Hops {
  /** The other end of the connection. */
  readonly peer: string | undefined
  readonly forwardedFor: string | undefined
  /** How many proxies in front are ours: so many entries at the end of the header are theirs. */
  readonly trustProxy: number
}

/**
 * The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, since one household has all
 * of it. Undefined if there was no connection.
 */
export function clientAddress({ peer, forwardedFor, trustProxy }: Hops): string | undefined {
  if (peer === undefined || trustProxy === 0) return peer && addressKey(peer)
  const entries = (forwardedFor ?? '').split(',').map(entry => entry.trim())
  // What stands further left was written by whoever asked.
  const claimed = addressIn(entries.at(-trustProxy) ?? '')
  return addressKey(isAddress(claimed) ? claimed : peer)
}

/** Some proxies write the port behind it, and an IPv6 address in brackets. */
function addressIn(entry: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? /^([\d.]+):\d+$/.exec(entry)
  return bare?.[1] ?? entry
}

function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text)
}

function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - start.length - end.length)).fill('0')
  const groups = [...start, ...zeros, ...end].map(group =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
  return `${groups.slice(0, 4).join(':')}::/64`
}
