import { expect, test } from 'vitest'
import { isAddressAllowed } from './address-list.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7/32'], true],
  ['203.0.113.8', ['203.0.113.7/32'], false],
  ['10.255.0.1', ['10.0.0.0/8'], true],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['1.2.3.4', ['0.0.0.0/0'], true],
  ['::1', ['0.0.0.0/0'], false],
  ['::ffff:10.1.1.1', ['10.0.0.0/8'], true],
  ['::FFFF:10.1.1.1', ['10.0.0.0/8'], true],
  ['::ffff:11.1.1.1', ['10.0.0.0/8'], false],
  ['2001:db8:0:1::5', ['2001:db8::/48'], true],
  ['2001:0DB8:0000:0001::5', ['2001:db8::/48'], true],
  ['2001:db9::5', ['2001:db8::/48'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['10.0.0.1', ['::/0'], false],
  ['10.0.0.1', ['2001:db8::/48', '10.0.0.0/24'], true],
  ['10.0.0.1', [], true],
  ['', ['0.0.0.0/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('%s in %j: %s', (ip, ranges, allowed) => {
  expect(isAddressAllowed(ranges, ip)).toBe(allowed)
})
