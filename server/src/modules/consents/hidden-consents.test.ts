import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrgTx } from '../../platform/db/database.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { applyKeyword } from './keywords/apply-keyword.ts'
import { findConsents } from './consent-store.ts'
import { hiddenConsents } from './hidden-consents.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource } from './record-consent.ts'
import { isSuppressed, suppress } from './suppressions/suppress.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.register({ organizationName: 'Acme Garden' })
  await t.call('POST', '/api/consents/purposes', { token: user.token, body: { key: 'news', name: 'News', description: '' } })
})

const phone = '+4915112345678'
const person = async (name: string) =>
  (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: `${name}@example.com`, phone } })).body.data.id
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(user.orgId, work)
const agree = (contactId: string, purpose: string, more: { source?: ConsentSource; at?: Date } = {}) =>
  inOrg((tx) => recordConsent(tx, [{ contactId, channel: 'sms', purpose, status: 'granted', source: 'form', proof: {}, ...more }]))
const say = (text: string) => inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text }))
/** As a provider reports it: by number, with one contact at most. */
const stopByProvider = async () => {
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'stop' }))
  await aMoment()
}
/** Ids have millisecond precision: an entry in the same millisecond as a suppression does not count as later. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5))
const standing = async (id: string) =>
  Object.fromEntries((await inOrg((tx) => findConsents(tx, id))).map((each) => [each.purpose, each.status]))
const ended = async (contactId: string) =>
  (
    await t.owner.query<{ payload: object }>(
      `select payload from app.outbox where type = 'contact.unsubscribed' and payload ->> 'contactId' = $1 and payload ->> 'purpose' is not null`,
      [contactId],
    )
  ).rows.map(({ payload }) => payload)

test.each([
  ['a key', { source: 'api' }],
  ['a list that says so of a year ago', { source: 'import', at: new Date('2025-01-01') }],
] as const)('START brings back what STOP ended, and nothing that %s granted behind it', async (_who, how) => {
  const ada = await person('ada')
  await agree(ada, 'marketing')
  await say('STOP')
  await agree(ada, 'news', how)
  const bob = await person('bob')
  await agree(bob, 'marketing', how)
  expect((await say('START'))?.reply).toContain('You will get messages')
  expect(await inOrg((tx) => isSuppressed(t.platform, tx, { channel: 'sms', address: phone }))).toBeNull()
  expect([await standing(ada), await standing(bob)]).toEqual([{ marketing: 'granted', news: 'withdrawn' }, { marketing: 'withdrawn' }])
  expect(await ended(bob)).toEqual([{ contactId: bob, channel: 'sms', purpose: 'marketing', sendId: null }])
  // Nor is it what another STOP and START bring back.
  await say('STOP')
  await say('START')
  expect(await standing(ada)).toEqual({ marketing: 'granted', news: 'withdrawn' })
})

test('START restores earlier consent of a contact whose shared number was stopped', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')]
  await agree(ada, 'marketing')
  await agree(bob, 'news')
  await stopByProvider()
  await say('START')
  expect([await standing(ada), await standing(bob)]).toEqual([{ marketing: 'granted' }, { news: 'granted' }])
})

test('a manual lift of a suppression makes recorded consent count, as the dialog announces', async () => {
  const ada = await person('ada')
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'manual' }))
  await agree(ada, 'news', { source: 'api' })
  const list = (await t.call<{ id: string }[]>('GET', '/api/suppressions', { token: user.token })).body.data
  const body = { reason: 'Asked for it by phone' }
  expect((await t.call('POST', `/api/suppressions/${list[0]?.id}/remove`, { token: user.token, body })).status).toBe(200)
  expect(await standing(ada)).toEqual({ news: 'granted' })
})

test('START withdraws nothing for a number that is not suppressed or stays suppressed', async () => {
  const ada = await person('ada')
  await agree(ada, 'marketing')
  await say('START')
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'manual' }))
  await agree(ada, 'news')
  await say('START')
  expect(await standing(ada)).toEqual({ marketing: 'granted', news: 'granted' })
})

describe('START restores what the contact agreed to before STOP', () => {
  test.each([
    ['a sync grants it again', { source: 'api' }],
    ['a list says it again', { source: 'import', at: new Date('2025-01-01') }],
  ] as const)('also where %s behind it', async (_what, how) => {
    const ada = await person('ada')
    await agree(ada, 'marketing')
    await say('STOP')
    await agree(ada, 'marketing', how)
    expect((await say('START'))?.reply).toContain('You will get messages')
    expect(await standing(ada)).toMatchObject({ marketing: 'granted' })
    expect(await ended(ada)).toEqual([])
    // START is the proof of the restored consent, and a second STOP and START restores it again.
    const consent = (await inOrg((tx) => findConsents(tx, ada))).find(({ purpose }) => purpose === 'marketing')
    expect(consent?.source).toBe('keyword')
    await say('STOP')
    await say('START')
    expect(await standing(ada)).toMatchObject({ marketing: 'granted' })
  })

  test('restores it after a merge, too', async () => {
    const x = await person('x')
    await agree(x, 'marketing')
    await stopByProvider()
    await agree(x, 'news', { source: 'api' })
    const body = { email: 'y@example.com' }
    const y = (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body })).body.data.id
    expect((await t.call('POST', `/api/contacts/${y}/merge`, { token: user.token, body: { otherId: x } })).status).toBe(200)
    expect((await say('START'))?.reply).toContain('You will get messages')
    expect(await standing(y)).toMatchObject({ marketing: 'granted', news: 'withdrawn' })
  })

  describe('restores for merged contacts what both would have without STOP, whichever is kept', () => {
    const withdraw = (contactId: string) =>
      inOrg((tx) =>
        recordConsent(tx, [
          { contactId, channel: 'sms', purpose: 'marketing', status: 'withdrawn', source: 'preference-centre', proof: {} },
        ]),
      )
    /** Ada's entries are later than Bob's. */
    const two = async (stays: 'ada' | 'bob') => {
      const [bob, ada] = [await person('bob'), await person('ada')]
      const [into, otherId] = stays === 'ada' ? [ada, bob] : [bob, ada]
      const merge = () => t.call('POST', `/api/contacts/${into}/merge`, { token: user.token, body: { otherId } })
      return { bob, ada, into, merge: async () => expect((await merge()).status).toBe(200) }
    }

    describe.each(['ada', 'bob'] as const)('%s', (stays) => {
      test('restores nothing if one withdrew before the other agreed', async () => {
        const { bob, ada, into, merge } = await two(stays)
        await withdraw(bob)
        await agree(ada, 'marketing')
        await say('STOP')
        await merge()
        expect((await say('START'))?.reply).not.toContain('You will get messages')
        expect(await standing(into)).toMatchObject({ marketing: 'withdrawn' })
      })

      test.each(['before', 'after'])('nor what a key grants behind it, where they became one %s it', async (when) => {
        const { bob, ada, into, merge } = await two(stays)
        await withdraw(bob)
        await agree(ada, 'marketing')
        if (when === 'before') await merge()
        await say('STOP')
        if (when === 'after') await merge()
        await agree(into, 'marketing', { source: 'api' })
        await say('START')
        expect(await standing(into)).toMatchObject({ marketing: 'withdrawn' })
      })

      test('restores pending consent if one was pending and the other granted', async () => {
        const { bob, ada, into, merge } = await two(stays)
        await inOrg((tx) =>
          recordConsent(tx, [{ contactId: bob, channel: 'sms', purpose: 'marketing', status: 'pending', source: 'form', proof: {} }]),
        )
        await agree(ada, 'marketing')
        await say('STOP')
        await merge()
        await say('START')
        expect(await standing(into)).toMatchObject({ marketing: 'pending' })
      })

      test('what only one of them had agreed to', async () => {
        const { ada, into, merge } = await two(stays)
        await agree(ada, 'marketing')
        await say('STOP')
        await merge()
        expect((await say('START'))?.reply).toContain('You will get messages')
        expect(await standing(into)).toEqual({ marketing: 'granted', news: 'withdrawn' })
      })
    })
  })

  test('does not restore what was withdrawn elsewhere after STOP and granted again by a sync', async () => {
    const ada = await person('ada')
    await agree(ada, 'marketing')
    await stopByProvider()
    await inOrg((tx) =>
      recordConsent(tx, [
        { contactId: ada, channel: 'sms', purpose: 'marketing', status: 'withdrawn', source: 'preference-centre', proof: {} },
      ]),
    )
    await agree(ada, 'marketing', { source: 'api' })
    expect((await say('START'))?.reply).not.toContain('You will get messages')
    expect(await standing(ada)).toMatchObject({ marketing: 'withdrawn' })
  })

  test('does not restore an imported opt-in over an opt-out', async () => {
    const ada = await person('ada')
    await inOrg((tx) =>
      recordConsent(tx, [
        { contactId: ada, channel: 'sms', purpose: 'marketing', status: 'withdrawn', source: 'preference-centre', proof: {} },
      ]),
    )
    await agree(ada, 'marketing', { source: 'import', at: new Date('2025-01-01') })
    await say('STOP')
    await agree(ada, 'marketing', { source: 'api' })
    await say('START')
    expect(await standing(ada)).toMatchObject({ marketing: 'withdrawn' })
  })

  test('stays pending if it was pending before', async () => {
    const ada = await person('ada')
    await inOrg((tx) =>
      recordConsent(tx, [{ contactId: ada, channel: 'sms', purpose: 'marketing', status: 'pending', source: 'form', proof: {} }]),
    )
    await say('STOP')
    await agree(ada, 'marketing', { source: 'api' })
    await say('START')
    expect(await standing(ada)).toMatchObject({ marketing: 'pending' })
  })
})

test('a second STOP does not restore what an API key granted after the first', async () => {
  const ada = await person('ada')
  await agree(ada, 'marketing')
  await say('STOP')
  await agree(ada, 'news', { source: 'api' })
  await say('STOP')
  await say('START')
  expect(await standing(ada)).toMatchObject({ marketing: 'granted', news: 'withdrawn' })
})

test('email consent given before the suppression does not count as hidden consent of the merged contact', async () => {
  const add = async (email: string) =>
    (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email } })).body.data.id
  const [kept, other] = [await add('kept@example.com'), await add('other@example.com')]
  const mail = (purpose: string, source: ConsentSource) =>
    inOrg((tx) => recordConsent(tx, [{ contactId: other, channel: 'email', purpose, status: 'granted', source, proof: {} }]))
  await mail('marketing', 'form')
  const since = new Date()
  await aMoment()
  await mail('news', 'api')
  await t.call('POST', `/api/contacts/${kept}/merge`, { token: user.token, body: { otherId: other } })
  expect(await inOrg((tx) => hiddenConsents(tx, { contactIds: [kept], channel: 'email', since }))).toEqual([
    { contactId: kept, purpose: 'marketing', before: 'granted' },
    { contactId: kept, purpose: 'news', before: null },
  ])
})

test('restores what both contacts had when they merge after a second STOP', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')]
  await agree(ada, 'marketing')
  await say('STOP')
  const list = (await t.call<{ id: string }[]>('GET', '/api/suppressions', { token: user.token })).body.data
  const body = { reason: 'By mistake' }
  expect((await t.call('POST', `/api/suppressions/${list[0]?.id}/remove`, { token: user.token, body })).status).toBe(200)
  await aMoment()
  await stopByProvider()
  expect((await t.call('POST', `/api/contacts/${bob}/merge`, { token: user.token, body: { otherId: ada } })).status).toBe(200)
  await say('START')
  expect(await standing(bob)).toEqual({ marketing: 'granted', news: 'withdrawn' })
})
