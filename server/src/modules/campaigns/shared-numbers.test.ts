import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignRecipient, DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../platform/ids.ts'
import { until } from '../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

// Several contacts may share a number; it gets the message of a campaign once.

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  user = await t.register()
  // No quiet hours: the tests run at any time of the day.
  await t.owner.query('insert into app.contact_settings (org_id, quiet_from, quiet_until) values ($1, null, null)', [user.orgId])
})
afterAll(() => t.close())

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body.data
}

const shared = '+442079460700'

/** Creates contacts in the order of their ids; those in `sharing` have one number, those in `silent` have no consent. */
async function people(count: number, sharing: readonly number[], silent: readonly number[] = []): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  const phones = ids.map((_id, at) => (sharing.includes(at) ? shared : `+44207${String(1_000_000 + at)}`))
  await t.owner.query('delete from app.contacts where org_id = $1', [user.orgId])
  await t.owner.query(
    `insert into app.contacts (org_id, id, phone, phone_hash, first_name, source)
     select $1, id, phone, sha256(convert_to(phone, 'utf8')), 'Con', 'manual' from unnest($2::uuid[], $3::text[]) as p(id, phone)`,
    [user.orgId, ids, phones],
  )
  await t.owner.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at)
     select $1, id, 'sms', 'marketing', 'granted', 'manual', now() from unnest($2::uuid[]) id`,
    [user.orgId, ids.filter((_id, at) => !silent.includes(at))],
  )
  return ids
}

const make = (definition: object = {}) =>
  call<Campaign>('POST', '/campaigns', {
    name: 'Texts',
    channel: 'sms',
    definition: { content: { text: 'Hello {{ first_name }}' }, audience: { kind: 'all' }, ...definition },
  })

async function send(id: string): Promise<void> {
  await call('POST', `/campaigns/${id}/send`)
  await until(async () => (await call<Campaign>('GET', `/campaigns/${id}`)).status === 'completed')
}

const textsTo = async (address: string) =>
  (await t.owner.query('select 1 from app.sandbox_messages where org_id = $1 and recipient = $2', [user.orgId, address])).rowCount

test('sends to the first reachable contact of a shared number; dry run and explanations report it', async () => {
  const [silent = '', first = '', second = '', other = ''] = await people(4, [0, 1, 2], [0])
  const { id } = await make()
  await call('POST', `/campaigns/${id}/dry-run`)
  const dry = await until(async () => {
    const run = await call<DryRun>('GET', `/campaigns/${id}/dry-run`)
    return run.status === 'completed' && run
  })
  expect(Object.fromEntries((dry.result?.skipped ?? []).map(({ reason, count }) => [reason, count]))).toEqual({
    no_consent: 1,
    duplicate_address: 1,
  })
  await send(id)
  const rows = await call<CampaignRecipient[]>('GET', `/campaigns/${id}/recipients`)
  expect(new Map(rows.map(({ contactId, status, reason }) => [contactId, reason ?? status]))).toEqual(
    new Map([
      [silent, 'no_consent'],
      [first, expect.stringMatching(/^(sent|delivered)$/) as string],
      [second, 'duplicate_address'],
      [other, expect.stringMatching(/^(sent|delivered)$/) as string],
    ]),
  )
  expect(await textsTo(shared)).toBe(1)
  const story = await call<{ answer: string }>('GET', `/campaigns/${id}/recipients/${second}`)
  expect(story.answer).toBe('It was not sent: somebody else with the same number has got it.')
})

test('it is so whichever chunks they would be in, and however many share a number', async () => {
  await t.owner.query('delete from app.sandbox_messages where org_id = $1', [user.orgId])
  await people(1_300, [3, 4, 499, 500, 777, 1_299])
  const { id } = await make()
  await send(id)
  const { rows } = await t.owner.query<{ chunks: number; skipped: number; sent: number }>(
    `select count(distinct chunk) filter (where address = $2 or reason = 'duplicate_address')::int as chunks,
       count(*) filter (where reason = 'duplicate_address')::int as skipped, count(*) filter (where sent_at is not null)::int as sent
     from app.campaign_recipients where campaign_id = $1`,
    [id, shared],
  )
  expect(rows).toEqual([{ chunks: 1, skipped: 5, sent: 1_295 }])
  expect(await textsTo(shared)).toBe(1)
})

test('searches the contacts of a crowded number page by page', async () => {
  await t.owner.query('delete from app.sandbox_messages where org_id = $1', [user.orgId])
  const crowd = Array.from({ length: 1_250 }, (_none, at) => at)
  // No contact of the first page has consent.
  const ids = await people(1_300, crowd, crowd.slice(0, 1_100))
  const { id } = await make()
  await send(id)
  expect(await textsTo(shared)).toBe(1)
  const { rows } = await t.owner.query<{ contact_id: string }>(
    `select contact_id from app.campaign_recipients where campaign_id = $1 and address = $2 and sent_at is not null`,
    [id, shared],
  )
  expect(rows).toEqual([{ contact_id: ids[1_100] }])
})
