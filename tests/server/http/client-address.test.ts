import { expect, test } from 'vitest'
import { clientAddress } from '../../../server/http/client-address.ts'

const from = (forwardedFor: string) =>
  clientAddress({ peer: '10.0.0.1', forwardedFor, trustProxy: 1 })

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['198.51.100.1, 192.0.2.7:51234', '192.0.2.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3::4]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3::4]:443', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
])('a proxy that writes %s means %s', (header, key) => {
  expect(from(header)).toBe(key)
})

test.each(['', 'unknown', '[nonsense]:1', '192.0.2.7:', '192.0.2.7:1:2', '[192.0.2.7'])(
  '“%s” is no address: the proxy itself is counted',
  header => {
    expect(from(header)).toBe('10.0.0.1')
  },
)
