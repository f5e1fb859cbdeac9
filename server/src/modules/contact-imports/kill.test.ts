import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { makeOwnServer, patienceMs } from '../../testing/own-server.ts'
import type { OwnServer } from '../../testing/own-server.ts'
import { testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'

const rows = 18_000
let server: OwnServer

beforeAll(async () => {
  server = await makeOwnServer('import-kill', { RATE_LIMIT_APP_PER_MINUTE: '1000000' })
})
afterAll(() => server.close())

const call = <T>(method: string, route: string, body?: unknown) => server.call<T>(method, `/api${route}`, body)

/** One person a row; every tenth row has no address that could be, every twentieth says the one before again, some have a number only. */
function makeFile(): Buffer {
  const lines = ['email,name,phone']
  for (let n = 1; n <= rows; n++) {
    if (n % 10 === 0) lines.push(`nobody ${n},Bad Row,`)
    else if (n % 20 === 1 && n > 1) lines.push(`person${n + 1}@example.com,Twice ${n},`)
    else if (n % 50 === 7) lines.push(`,Only Number,+4930${1_000_000 + n}`)
    else lines.push(`person${n}@example.com,Person ${n},`)
  }
  return Buffer.from(lines.join('\n'))
}

// The worker is killed in the middle three times, once together with PostgreSQL: every row is there once, and the numbers say so.
test('loses no row and duplicates none when an import is killed with kill -9', { timeout: patienceMs }, async () => {
  await server.start()
  const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kay', organizationName: 'Killed', password: testPassword }
  server.token = (await call<{ token: string }>('POST', '/auth/register', person)).token
  const file = makeFile()
  const { id } = await call<ContactImport>('POST', '/contacts/import', { fileName: 'list.csv', sizeBytes: file.length })
  await call('PUT', `/contacts/import/${id}/pieces?offset=0`, file)
  const settings = {
    separator: ',',
    encoding: 'utf-8',
    hasHeader: true,
    columns: ['email', 'name', 'phone'],
    dedupe: 'skip',
    consent: { kind: 'granted', channels: ['email', 'sms'], purpose: 'marketing', source: 'Signed at the fair' },
  }
  await call('POST', `/contacts/import/${id}/start`, { settings })
  const kills: number[] = []
  for (const withPostgres of [false, true, false]) {
    const seen = kills.at(-1) ?? 0
    const now = await until(async () => {
      const { rowsRead, status } = await call<ContactImport>('GET', `/contacts/import/${id}`)
      return rowsRead > seen || status !== 'running' ? { rowsRead, status } : false
    }, patienceMs)
    expect(now.status).toBe('running')
    kills.push(now.rowsRead)
    // Stopped and resumed by a person in between: the kill meets the resumed one.
    if (withPostgres) for (const verb of ['cancel', 'resume']) await call('POST', `/contacts/import/${id}/${verb}`)
    await server.stop('SIGKILL')
    if (withPostgres) server.killPostgres()
    await server.start()
  }
  const done = await until(async () => {
    const held = await call<ContactImport>('GET', `/contacts/import/${id}`)
    return held.status === 'running' ? false : held
  }, patienceMs)
  const good = file
    .toString()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([email]) => !email?.includes(' '))
  const people = new Set(good.map(([email, , phone]) => email || phone))
  expect(done).toMatchObject({
    status: 'completed',
    rowsRead: rows + 1,
    createdCount: people.size,
    skippedCount: good.length - people.size,
    failedCount: rows - good.length,
    updatedCount: 0,
  })
  expect(done.skippedCount).toBeGreaterThan(0)
  await server.withDatabase(async (owner) => {
    const { rows: kept } = await owner.query<{ address: string }>('select coalesce(email, phone) as address from app.contacts')
    expect(kept).toHaveLength(people.size)
    expect(new Set(kept.map(({ address }) => address))).toEqual(people)
    const { rows: counts } = await owner.query(
      `select (select count(*)::int from app.consents) as standing, (select count(*)::int from app.consent_entries) as ledger,
        (select count(*)::int from app.contact_events where type = 'contact.imported') as told,
        (select count(*)::int from app.contact_import_errors) as errors, (select epoch from app.contact_imports) as epoch`,
    )
    const [found] = counts as { epoch: number }[]
    expect(found).toMatchObject({ standing: people.size, ledger: people.size, told: people.size, errors: done.failedCount })
    // Resumed after every kill, and settled once.
    expect(found?.epoch).toBeGreaterThanOrEqual(kills.length + 1)
  })
})
