import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactConsents } from '@imperium/contract/contacts/consents.ts'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { applyKeyword, checkReach, recordConsent, unsubscribeUrls } from '../consents/index.ts'
import { findContactByAddress } from '../contacts/index.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ env: { CONFIRMATIONS_PER_MINUTE: '1000' } })
  await t.startWorkers()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register({ organizationName: 'Acme' })
  // With a single purpose, an opt-out suppresses the address, which outlives everything anyway.
  await call('POST', '/api/consents/purposes', { key: 'news', name: 'News', description: '' })
})
const tools = importTools(
  () => t,
  () => owner,
)
const call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  t.call<T>(method, path, { token: owner.token, ...(body ? { body } : {}) })

const granted = (channel: 'email' | 'sms' = 'email') =>
  ({ kind: 'granted', channels: [channel], purpose: 'marketing', source: 'Shop' }) as ImportSettings['consent']
const bring = async (text: string, settings: Partial<ImportSettings> = {}) =>
  tools.run(await tools.upload(text), { columns: ['email'], consent: granted(), ...settings })
const undo = async (id: string) => {
  await tools.act(id, 'undo')
  expect((await tools.ended(id)).status).toBe('undone')
}

const find = (channel: 'email' | 'sms', address: string) =>
  t.platform.db.withOrg(owner.orgId, (tx) => findContactByAddress(tx, channel, address))
const idOf = async (email: string) => (await find('email', email))?.id ?? ''
const reach = (address: string, { channel = 'email', purpose = 'marketing' }: { channel?: 'email' | 'sms'; purpose?: string } = {}) =>
  t.platform.db.withOrg(owner.orgId, async (tx) => {
    const contact = await findContactByAddress(tx, channel, address)
    if (!contact) return 'gone'
    const request = { channel, purpose, contacts: [contact], at: new Date(), orgTimeZone: 'UTC' }
    const found = (await checkReach(tx, request)).get(contact.id)
    // Only what may be sent, not when.
    return found?.verdict === 'skip' ? found.reason : 'ok'
  })
const make = async (body: object) => (await call<{ id: string }>('POST', '/api/contacts', body)).body.data.id
const agree = (ids: readonly string[], channel: 'email' | 'sms' = 'email') =>
  t.platform.db.withOrg(owner.orgId, (tx) =>
    recordConsent(
      tx,
      ids.map((contactId) => ({ contactId, channel, purpose: 'marketing', status: 'granted', source: 'double-opt-in', proof: {} })),
    ),
  )
async function unsubscribe(email: string): Promise<void> {
  const ref = { orgId: owner.orgId, contactId: await idOf(email), channel: 'email', purpose: 'marketing', sendId: null } as const
  const response = await t.app.inject({
    method: 'POST',
    url: new URL(unsubscribeUrls(t.platform, ref).oneClick).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(response.statusCode).toBe(200)
  expect(await reach(email)).toBe('no_consent')
}

describe('keeps an opt-out of one purpose after its contact is deleted', () => {
  const list = 'email\nbob@example.com\neve@example.com\n'

  test('after the import was undone and the same list is imported again', async () => {
    const first = await bring(list)
    await unsubscribe('bob@example.com')
    await undo(first.id)
    const second = await bring(list)
    expect([await reach('bob@example.com'), await reach('eve@example.com')]).toEqual(['no_consent', 'ok'])
    const { standing } = (await call<ContactConsents>('GET', `/api/contacts/${await idOf('bob@example.com')}/consents`)).body.data
    expect(standing).toMatchObject([{ purpose: 'marketing', status: 'withdrawn', source: 'unsubscribe' }])
    await undo(second.id)
    await bring(list)
    expect(await reach('bob@example.com')).toBe('no_consent')
    await bring(list, { consent: { ...granted(), purpose: 'news' } as ImportSettings['consent'], dedupe: 'update' })
    expect(await reach('bob@example.com', { purpose: 'news' })).toBe('ok')
  })

  test('removes with the undo what only the list recorded', async () => {
    const first = await bring('email,said\nbob@example.com,unsubscribed\n', { columns: ['email', 'consentStatus'] })
    expect(await reach('bob@example.com')).toBe('no_consent')
    await undo(first.id)
    await bring(list)
    expect(await reach('bob@example.com')).toBe('ok')
  })

  test('after a merge, when a list has the old address', async () => {
    const [from, into] = [await make({ email: 'old@example.com' }), await make({ email: 'new@example.com' })]
    await agree([from, into])
    await unsubscribe('old@example.com')
    expect((await call('POST', `/api/contacts/${into}/merge`, { otherId: from })).status).toBe(200)
    await bring('email\nold@example.com\n')
    expect([await reach('old@example.com'), await reach('new@example.com')]).toEqual(['no_consent', 'no_consent'])
  })

  test('they have another address now, and staff enter the old one', async () => {
    const id = await make({ email: 'old@example.com' })
    await agree([id])
    await unsubscribe('old@example.com')
    expect((await call('PUT', `/api/contacts/${id}`, { email: 'new@example.com' })).status).toBe(200)
    const again = await make({ email: 'old@example.com' })
    await bring('email\nold@example.com\n', { dedupe: 'update' })
    expect(await reach('old@example.com')).toBe('no_consent')
    const consent = { channel: 'email', purpose: 'marketing', source: 'manual', proof: 'Asked us at the fair to write again' }
    expect((await call('POST', `/api/contacts/${again}/consents`, consent)).status).toBe(200)
    expect(await reach('old@example.com')).toBe('ok')
  })

  test('applies to the next contact with the address, unless it agreed since', async () => {
    const id = await make({ email: 'old@example.com' })
    await agree([id])
    await unsubscribe('old@example.com')
    await call('PUT', `/api/contacts/${id}`, { email: 'new@example.com' })
    await agree([id])
    await call('PUT', `/api/contacts/${id}`, { email: 'old@example.com' })
    expect(await reach('old@example.com')).toBe('ok')
  })

  test('is not overridden by an imported opt-in for another address', async () => {
    const id = await make({ email: 'old@example.com' })
    await agree([id])
    await unsubscribe('old@example.com')
    await call('PUT', `/api/contacts/${id}`, { email: 'new@example.com' })
    await bring('email\nother@example.com\n')
    expect(await reach('other@example.com')).toBe('ok')
    const other = (await call<{ id: string }[]>('GET', '/api/contacts?email=other@example.com')).body.data[0]?.id
    await call('PUT', `/api/contacts/${other}`, { email: 'old@example.com' })
    expect(await reach('old@example.com')).toBe('no_consent')
  })

  test('keeps only the suppressed address after an erasure on request', async () => {
    const kept = async () => (await t.owner.query('select from app.kept_withdrawals where org_id = $1', [owner.orgId])).rowCount
    const id = await make({ email: 'old@example.com' })
    await unsubscribe('old@example.com')
    await call('PUT', `/api/contacts/${id}`, { email: 'new@example.com' })
    expect(await kept()).toBe(1)
    expect((await call('DELETE', `/api/contacts/${id}`)).status).toBe(200)
    expect(await kept()).toBe(0)
    await bring('email\nold@example.com\n')
    expect(await reach('old@example.com')).toBe('suppressed')
  })

  test('START undoes the STOP of a deleted contact', async () => {
    const say = (text: string) =>
      t.platform.db.withOrg(owner.orgId, (tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: '+442079460111', text }))
    const numbers = { columns: ['phone'], consent: granted('sms') } as const
    const first = await bring('phone\n+442079460111\n', { ...numbers, columns: ['phone'] })
    await say('STOP')
    await undo(first.id)
    await say('START')
    await bring('phone\n+442079460111\n', { ...numbers, columns: ['phone'] })
    expect(await reach('+442079460111', { channel: 'sms' })).toBe('ok')
  })
})

describe('lets the opt-out of two rows about one contact win', () => {
  const filler = Array.from({ length: 2_100 }, (_, n) => `f${n}@example.com,none,\n`).join('')
  const rows = [
    ['a@example.com,unsubscribed,2026-05-01', 'a@example.com,subscribed,2024-01-01'],
    ['b@example.com,subscribed,2024-01-01', 'b@example.com,unsubscribed,2026-05-01'],
    ['c@example.com,unsubscribed,', 'c@example.com,yes,'],
    ['d@example.com,yes,', 'd@example.com,unsubscribed,2024-01-01'],
    ['e@example.com,subscribed,2026-05-01', 'e@example.com,unsubscribed,2024-01-01'],
  ]
  const [firsts, seconds] = [0, 1].map((at) => rows.map((pair) => `${pair[at]}\n`).join(''))
  const people = rows.map((_, at) => `${'abcde'[at]}@example.com`)

  test.each(
    (['update', 'fill'] as const).flatMap((dedupe) => [
      [dedupe, 'in one batch', `${firsts}${seconds}`] as const,
      [dedupe, 'in two batches', `${firsts}${filler}${seconds}`] as const,
    ]),
  )('%s, %s', async (dedupe, _where, text) => {
    const done = await bring(`email,said,at\n${text}`, { columns: ['email', 'consentStatus', 'consentDate'], dedupe })
    expect(done.failedCount).toBe(0)
    expect(await Promise.all(people.map((email) => reach(email)))).toEqual(people.map(() => 'no_consent'))
  })
})

describe('under double opt-in for SMS', () => {
  const phoneOf = async (email: string) => (await find('email', email))?.phone
  const change = (number: string, settings: Partial<ImportSettings> = {}) =>
    bring(`email,phone\nada@example.com,${number}\n`, {
      columns: ['email', 'phone'],
      dedupe: 'update',
      consent: { kind: 'none', statement: 'no consent' } as ImportSettings['consent'],
      ...settings,
    })
  beforeEach(async () => {
    const { previewUrl: _url, ...settings } = (await call<Record<string, unknown>>('GET', '/api/consents/settings')).body.data
    const on = { ...settings, doubleOptInSms: true }
    await call('PUT', '/api/consents/settings', on)
    const id = await make({ email: 'ada@example.com', phone: '+442079460101' })
    await agree([id], 'sms')
  })

  test('another number by a list waits for its own yes, and the old one is back with the undo', async () => {
    expect(await reach('+442079460101', { channel: 'sms' })).toBe('ok')
    const done = await change('+442079460202')
    expect(await phoneOf('ada@example.com')).toBe('+442079460202')
    expect(await reach('+442079460202', { channel: 'sms' })).toBe('no_consent')
    await undo(done.id)
    expect(await phoneOf('ada@example.com')).toBe('+442079460101')
    expect(await reach('+442079460101', { channel: 'sms' })).toBe('ok')
  })

  test('counts an imported opt-in as it is, and the undo removes it', async () => {
    const done = await change('+442079460202', { consent: granted('sms') })
    expect(await reach('+442079460202', { channel: 'sms' })).toBe('ok')
    await undo(done.id)
    expect(await reach('+442079460101', { channel: 'sms' })).toBe('ok')
  })

  test('is not overridden by later consent at the new number', async () => {
    const done = await change('+442079460202')
    await agree([await idOf('ada@example.com')], 'sms')
    await undo(done.id)
    expect(await phoneOf('ada@example.com')).toBe('+442079460101')
    expect(await reach('+442079460101', { channel: 'sms' })).toBe('no_consent')
  })

  test('is unchanged by a list that keeps the number', async () => {
    await change('+442079460101')
    expect(await reach('+442079460101', { channel: 'sms' })).toBe('ok')
  })
})
