import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomDomain, DomainSettings } from '@imperium/contract/domains/domains.ts'
import { createDns } from '../../platform/dns.ts'
import { startDnsServer } from '../../testing/dns/dns-server.ts'
import type { DnsServer } from '../../testing/dns/dns-server.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let names: DnsServer
let port = 0
const clock = createFakeClock()

beforeAll(async () => {
  names = await startDnsServer()
  names.set('customer.test', 'NS', 'ns.customer.test')
  names.set('ns.customer.test', 'A', '127.0.0.1')
  names.set('hosting.test', 'A', '127.0.0.1')
  t = await createTestApp({ log: 'error', clock, env: { PUBLIC_URL: 'http://hosting.test', EGRESS_ALLOW: '127.0.0.1', CUSTOM_DOMAINS: '' } })
  const dns = createDns({ servers: [names.address], authorityPort: names.port, allow: ['127.0.0.1'] })
  Object.assign(t.platform, { dns })
})
afterAll(async () => {
  await t.close()
  await names.close()
})
