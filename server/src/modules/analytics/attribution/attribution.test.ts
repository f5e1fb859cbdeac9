import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributionModels } from '@imperium/contract/analytics/attribution.ts'
import type { Attribution, Funnel } from '@imperium/contract/analytics/attribution.ts'
import type { MetricAnswer, MetricRows } from '@imperium/contract/analytics/analytics.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { randomNumbers } from '../testing/random-history.ts'
import { splitAmount, weightsOf } from './split-amount.ts'

test('the shares of an amount add up to it, and of what is taken back to the same with a minus', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), weights, (amount, of) => {
      const shares = splitAmount(amount, of)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(shares.every((share) => share >= 0)).toBe(true)
      expect(splitAmount(-amount, of)).toEqual(shares.map((share) => (share === 0 ? 0 : -share)))
    }),
  )
})

test('each model weighs as it says', () => {
  const days = (...of: number[]) => of.map((day) => new Date(Date.UTC(2026, 0, day)))
  const before = new Date(Date.UTC(2026, 0, 15))
  expect(attributionModels.map((model) => weightsOf(model, days(1, 8, 15), before))).toEqual([
    [1, 0, 0],
    [0, 0, 1],
    [1, 1, 1],
    [0.25, 0.5, 1],
  ])
})

describe('attribution', () => {
  let t: TestApp
  let owner: TestUser
  beforeAll(async () => {
    t = await createTestApp({ log: 'error' })
    owner = await t.register()
    await fill()
  })
  afterAll(() => t.close())

  const campaigns = [newId(), newId(), newId()]
  const contacts = Array.from({ length: 12 }, () => newId())
  const day = (at: number) => new Date(Date.now() - at * 86_400_000)
  const get = async <T>(path: string, user = owner) => (await t.call<T>('GET', `/api/analytics/${path}`, { token: user.token })).body.data

  async function fill(): Promise<void> {
    const random = randomNumbers(7)
    const { orgId } = owner
    for (const [at, id] of campaigns.entries())
      await t.owner.query(
        `insert into app.campaigns (org_id, id, name, channel, definition, created_by, status) values ($1, $2, $3, 'email', '{}', 'Ada', 'completed')`,
        [orgId, id, `Campaign ${at}`],
      )
    for (const id of contacts)
      await t.owner.query(`insert into app.contacts (org_id, id, first_name, source) values ($1, $2, 'P', 'manual')`, [orgId, id])
    for (const id of contacts)
      for (let left = 3 + random.below(3); left > 0; left--) {
        const sent = 5 + random.below(40)
        await t.owner.query(
          `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, sent_at, delivered_at, clicked_at, responded_at)
           values ($1, $2, $3, $4, 0, 'sent', $5, $5, $6, $7)`,
          [
            orgId,
            newId(),
            id,
            random.pick(campaigns),
            day(sent),
            random.below(3) > 0 ? day(sent - 1) : null,
            random.below(3) > 1 ? day(sent - 2) : null,
          ],
        )
      }
    for (let count = 0; count < 30; count++) {
      const [id, net] = [newId(), 1 + random.below(99_999)]
      const contactId = random.below(4) === 0 ? null : random.pick(contacts)
      const at = day(random.below(25))
      await t.owner.query(
        `insert into app.sales_invoices (org_id, id, contact_id, customer, customer_address, customer_email, customer_tax_id, notes, currency, amount, subtotal, tax, round_off, taxes, date,
           due_date, seller, number, status, created_at)
         values ($1, $2, $3, 'C', '', '', '', '', $4, $5, $5, 0, 0, '[]', $6, $6, '{}', $7, 'Pending', $8)`,
        [orgId, id, contactId, random.pick(['INR', 'EUR']), net, at.toISOString().slice(0, 10), id.slice(-12), at],
      )
      await t.owner.query(
        `with entry as (insert into app.ledger_entries (org_id, id, cause_kind, cause_id, currency, posted_at)
           select org_id, $2, 'sales-invoice', id::text, currency, $3 from app.sales_invoices where id = $1 returning org_id, id)
         insert into app.ledger_postings (org_id, entry_id, line, account, amount)
         select org_id, id, line, account, amount from entry, (values (1, 'sales:receivable', $4::bigint), (2, 'sales:income', -$4::bigint)) as p (line, account, amount)`,
        [id, newId(), at, net],
      )
    }
  }

  test('closes to the last minor unit in each model and currency, and each credit can be opened', async () => {
    const revenue = (await get<MetricAnswer>('query?metrics=revenue_total&period=30d')).results
    expect(revenue).toHaveLength(2)
    const shapes = new Set<string>()
    for (const model of attributionModels) {
      const found = await get<Attribution>(`attribution?model=${model}&period=30d`)
      expect(found.currencies.map(({ currency, total }) => [currency, total])).toEqual(
        revenue.map(({ currency, value }) => [currency, value]),
      )
      for (const { currency, total, credits } of found.currencies) {
        expect(credits.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        expect(credits.some(({ kind }) => kind === 'campaign')).toBe(true)
        shapes.add(JSON.stringify(credits))
        for (const { kind, key, amount } of credits) {
          const { rows } = await get<MetricRows>(
            `attribution/rows?model=${model}&period=30d&currency=${currency}&kind=${kind}&key=${encodeURIComponent(key)}`,
          )
          expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(amount)
        }
      }
    }
    expect(shapes.size).toBeGreaterThan(4)
  })

  test('is the owner’s to see', async () => {
    const admin = await t.addMember(owner.orgId, 'ADMIN')
    expect((await t.call('GET', '/api/analytics/attribution', { token: admin.token })).status).toBe(403)
  })

  test('a funnel counts each contact once, and no step has more than the one before', async () => {
    const found = await get<Funnel>('funnel?steps=sent,delivered,clicked,responded,invoiced&period=90d&days=60')
    const people = found.steps.map((step) => step.people)
    expect(people).toEqual(people.toSorted((one, other) => other - one))
    const { rows } = await t.owner.query<{ sent: number; clicked: number }>(
      `select count(distinct contact_id)::int as sent, count(distinct contact_id) filter (where clicked_at is not null)::int as clicked
       from app.campaign_recipients where org_id = $1`,
      [owner.orgId],
    )
    expect([people[0], people[2]]).toEqual([rows[0]?.sent, rows[0]?.clicked])
    expect(found.steps.every(({ ofFirst }) => (ofFirst ?? 0) <= 100)).toBe(true)
    const short = await get<Funnel>('funnel?steps=sent,clicked&period=90d&days=1')
    expect(short.steps[1]?.people).toBe(0)
    expect((await t.call('GET', '/api/analytics/funnel?steps=clicked,sent', { token: owner.token })).status).toBe(422)
  })
})
