import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer } from '../testing/dns/dns-server.ts'
import type { DnsServer } from '../testing/dns/dns-server.ts'
import { createDns } from './dns.ts'
import type { Dns } from './dns.ts'

let server: DnsServer
let dns: Dns
beforeAll(async () => {
  server = await startDnsServer()
  dns = createDns({ servers: [server.address], authorityPort: server.port, allow: ['127.0.0.1'] })
  for (const zone of ['customer.test', 'host.test']) server.set(zone, 'NS', `ns.${zone}`)
  for (const zone of ['customer.test', 'host.test']) server.set(`ns.${zone}`, 'A', '127.0.0.1')
})
afterAll(() => server.close())

test('reads the records of a name from the name servers of its zone', async () => {
  server.set('_check.app.customer.test', 'TXT', 'one', 'x'.repeat(300))
  const found = await dns.readTxtAtSource('_check.app.customer.test')
  expect(found.toSorted()).toEqual(['one', 'x'.repeat(300)])
  // The zone was looked for from the name upwards.
  expect(server.asked).toEqual(expect.arrayContaining(['NS _check.app.customer.test', 'NS customer.test', 'A ns.customer.test']))
  expect(await dns.readTxtAtSource('other.customer.test')).toEqual([])
})

test('follows aliases from zone to zone, and stops in a circle', async () => {
  server.set('app.customer.test', 'CNAME', 'www.customer.test')
  server.set('www.customer.test', 'CNAME', 'edge.host.test')
  server.set('edge.host.test', 'A', '203.0.113.7')
  expect(await dns.readTargetAtSource('app.customer.test')).toEqual({
    cnames: ['www.customer.test', 'edge.host.test'],
    addresses: ['203.0.113.7'],
  })
  server.set('a.customer.test', 'CNAME', 'b.customer.test')
  server.set('b.customer.test', 'CNAME', 'a.customer.test')
  expect(await dns.readTargetAtSource('a.customer.test')).toEqual({ cnames: ['b.customer.test'], addresses: [] })
})

test('asks no name server at an inside address, and says when none can be asked', async () => {
  const careful = createDns({ servers: [server.address], authorityPort: server.port })
  await expect(careful.readTxtAtSource('app.customer.test')).rejects.toThrow('no name server')
  await expect(dns.readTxtAtSource('app.nowhere.test')).rejects.toThrow('no name server')
})
