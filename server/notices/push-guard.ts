/**
 * Where notices may be sent: an endpoint is an address that a stranger names and this server calls. Only https,
 * and nothing within the server's own network, however the name is spelled and whatever it leads to.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

type LookupDone = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

export interface PushGuard {
  /** Whether it may be called at all, as far as the address itself tells. */
  allows(endpoint: string): boolean
  /** As `dns.lookup`: fails if any address that the name leads to is private, so none is connected to. */
  lookup(hostname: string, options: LookupOptions, done: LookupDone): void
}

/** In bytes, as an index of PostgreSQL counts, which takes no more than 2,700. */
const longestEndpoint = 1_000

const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, prefix, 'ipv4')
}

/** The only part of IPv6 that is public, without what carries an IPv4 address or is for documentation. */
const openV6 = new BlockList()
openV6.addSubnet('2000::', 3, 'ipv6')
const closedV6 = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closedV6.addSubnet(net, prefix, 'ipv6')
}

/** Whether anybody in the internet has it. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}

export function createPushGuard(lookUp: typeof lookup = lookup): PushGuard {
  return {
    allows(endpoint) {
      if (Buffer.byteLength(endpoint) > longestEndpoint || !URL.canParse(endpoint)) return false
      const { protocol, hostname, username, password } = new URL(endpoint)
      if (protocol !== 'https:' || username !== '' || password !== '') return false
      const address = hostname.replace(/^\[|\]$/g, '')
      if (isIP(address) !== 0) return isPublicAddress(address)
      // A name without a dot, or of a network at home.
      return (
        /\.[^.]+$/.test(hostname) && !/\.(localhost|local|internal|home\.arpa)\.?$/.test(hostname)
      )
    },
    lookup(hostname, options, done) {
      lookUp(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, [])
        const [first] = addresses
        if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
          return done(new Error('The address is not a public one.'), [])
        }
        return options.all ? done(null, addresses) : done(null, first.address, first.family)
      })
    },
  }
}
