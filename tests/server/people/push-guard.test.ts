import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createPushGuard, isPublicAddress } from '../../../server/notices/push-guard.ts'

test.each([
  ['8.8.8.8', true],
  ['172.15.0.1', true],
  ['172.32.0.1', true],
  ['198.17.0.1', true],
  ['198.20.0.1', true],
  ['2a00:1450:4001::1', true],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['198.18.0.1', false],
  ['198.19.255.255', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('a name that leads home is not connected to, be it one of several addresses', async () => {
  const names: Record<string, string[]> = {
    'push.example.org': ['8.8.8.8'],
    'rebound.example.org': ['8.8.8.8', '127.0.0.1'],
  }
  const guard = createPushGuard(((name: string, _options: object, done: Resolved) => {
    done(
      null,
      (names[name] ?? []).map(address => ({ address, family: 4 })),
    )
  }) as never)
  const find = (name: string) =>
    new Promise((resolve, reject) => {
      guard.lookup(name, {}, (error, address) => (error ? reject(error) : resolve(address)))
    })
  expect(await find('push.example.org')).toBe('8.8.8.8')
  await expect(find('rebound.example.org')).rejects.toThrow('not a public one')
  await expect(find('nothing.example.org')).rejects.toThrow('not a public one')
})

type Resolved = (error: null, addresses: LookupAddress[]) => void
