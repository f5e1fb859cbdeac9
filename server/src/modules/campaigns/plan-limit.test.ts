import { expect, test } from 'vitest'
import type { DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { overPlan } from '../../platform/metering/message-allowance.ts'
import { foldUsage, meter } from '../../platform/metering/metering.ts'
import { isDone, openCampaigns, untilIs } from '../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

test('refuses launches and replies when the plan has no messages left, and names the plan that lifts the limit; a dry run warns before', async () => {
  const who = await newcomer()
  const people = [await addContact(who), await addContact(who), await addContact(who)]
  const campaign = await makeText(who)
  const limitTo = (limit: number) =>
    app().owner.query('update auth.organizations set messages_limit = $2 where id = $1', [who.orgId, limit])
  const dryRun = async () => {
    await call('POST', `/campaigns/${campaign.id}/dry-run`, undefined, who)
    return (await untilIs(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)).result?.problems
  }
  await limitTo(10)
  const use = (count: number) => app().platform.db.withOrg(who.orgId, (tx) => meter(tx, { mails: count, messages: 1 }))
  await use(6)
  expect(await dryRun()).toEqual([])
  await use(0)
  expect(await dryRun()).toMatchObject([
    { path: 'plan', message: 'Your plan allows 10 messages a month. Left: 2. Needed: 3. The Free plan allows more.' },
  ])
  // Usage folded into the sums of the month counts as before.
  await app().platform.db.withSystem((tx) => foldUsage(tx))
  await use(1)
  const used = 'The 10 messages of this month are used up. The Free plan allows more.'
  const refused = await call('POST', `/campaigns/${campaign.id}/send`, undefined, who)
  expect(refused).toMatchObject({ status: 429, body: { code: 'PLAN_LIMIT', message: used } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const emailMessage = { to: { kind: 'contact', contactId: people[0], channel: 'email' }, subject: 'Hello', message: 'Hi' }
  expect(await call('POST', '/messages', emailMessage, who)).toMatchObject({ status: 429, body: { code: 'PLAN_LIMIT' } })
  expect(await get('/usage', who)).toMatchObject({ messages: 10, messagesLimit: 10 })

  await limitTo(20)
  expect((await call('POST', '/messages', emailMessage, who)).status).toBe(201)
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    ({ status }) => status === 'completed',
  )
})

test('starts a later month with no usage, and names the cheapest plan that allows the number', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const month = { limit: 250_000, used: 249_000 }
  expect(overPlan(month, 1_000, now, now)).toBeNull()
  expect(overPlan(month, 1_001, now, now)?.message).toContain('Left: 1000. Needed: 1001. The Conqueror plan allows more.')
  expect(overPlan(month, 1_001, new Date('2026-12-01T00:00:00Z'), now)).toBeNull()
  expect(overPlan(month, 3_000_000, now, now)?.message).toContain('The Emperor plan allows more.')
  expect(overPlan({ limit: 10, used: 12 }, 1, now, now)?.message).toContain('The 10 messages of this month are used up.')
  expect(overPlan(month, 900_000_000, now, now)?.message).not.toContain('plan allows more')
})
