import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import { isDone, untilIs, openCampaigns } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, addContacts, newcomer, makeText } = openCampaigns()

test('counts recipients, skip reasons, errors and cost in a dry run, and sends nothing', async () => {
  const who = await newcomer()
  const [ana, silent, nameless, far] = [
    await addContact(who),
    await addContact(who, {}, false),
    await addContact(who, { firstName: '' }),
    await addContact(who, { firstName: 'Far' }),
  ]
  await call('PUT', `/contacts/${far}`, { phone: null }, who)
  const campaign = await makeText(who)
  expect((await call('POST', `/campaigns/${campaign.id}/dry-run`, undefined, who)).status).toBe(202)
  const run = await untilIs(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
  expect(run).toMatchObject({
    status: 'completed',
    examined: 4,
    total: 4,
    result: {
      audience: 4,
      examined: 4,
      now: 1,
      later: [],
      problems: [],
      errors: [
        {
          part: 'text',
          field: 'first_name',
          count: 1,
          examples: [{ contactId: nameless }],
        },
      ],
      variants: [
        {
          variant: 0,
          name: 'A',
          count: 1,
        },
      ],
      samples: [
        {
          contactId: ana,
          variant: 0,
          text: expect.stringContaining('Hello Con') as string,
        },
      ],
      cost: {
        messages: 1,
        smsParts: 1,
        agentMicros: null,
      },
    },
  })
  expect(
    Object.fromEntries(run.result?.skipped.map(({ reason, examples }) => [reason, examples.map((each) => each.contactId)]) ?? []),
  ).toEqual({
    no_address: [far],
    no_consent: [silent],
    missing_field: [nameless],
  })
  const { rows } = await app().owner.query('select 1 from app.campaign_sends where campaign_id = $1', [campaign.id])
  expect(rows).toEqual([])
  // Restarted several times concurrently: the last one counts, from the beginning.
  const again = await Promise.all([1, 2, 3].map(() => call('POST', `/campaigns/${campaign.id}/dry-run`, undefined, who)))
  expect(again.map(({ status }) => status)).toEqual([202, 202, 202])
  const last = await untilIs(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
  expect(last).toMatchObject({ status: 'completed', examined: 4, total: 4, message: '' })
  expect(last.createdAt > run.createdAt).toBe(true)
})

test('prices the parts of a dry run, and reports its end at the set rate and the cost of the agent', async () => {
  const who = await newcomer()
  await addContacts(who, 3)
  const accounts = await get<{ id: string; channel: string; updatedAt: string }[]>('/channels/accounts', who)
  const account = accounts.find(({ channel }) => channel === 'sms')
  const change = (body: object) => call('PUT', `/channels/accounts/${account?.id}`, { provider: 'sandbox', ...body }, who)
  expect((await change({ priceMicros: 200_000_000 })).status).toBe(422)
  expect((await change({ priceMicros: 7_500, ratePerSecond: 1 })).status).toBe(200)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const agent = { agentId, budgetMicros: 2_000_000, review: false }
  const content = { text: '' }
  const campaign = await makeText(who, { content, agent, throttlePerMinute: 1, schedule: { type: 'now' } })
  await post(`/campaigns/${campaign.id}/dry-run`, undefined, who)
  const run = await untilIs(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
  expect(run.result).toMatchObject({
    now: 3,
    errors: [],
    cost: { messages: 3, smsParts: 3, channelMicros: 22_500, agentMicros: null, agentBudgetMicros: 2_000_000 },
    pace: { perMinute: 1 },
  })
  expect(Date.parse(run.result?.pace.lastAt ?? '') - Date.parse(run.result?.startsAt ?? '')).toBe(3 * 60_000)
  await call(
    'PUT',
    `/campaigns/${campaign.id}`,
    { definition: { ...campaign.definition, agent: null, throttlePerMinute: null, content: { text: 'Hi' } } },
    who,
  )
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const ended = await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  // The sandbox reports no price: the price of the account applies.
  expect(ended.stats).toMatchObject({ sent: 3, costMicros: 22_500 })
})

test('a winner is chosen only by what can be measured', async () => {
  const who = await newcomer()
  await addContact(who)
  const result = async (channel: string, content: object, winnerBy: string, more: object = {}) => {
    const ab = { variants: [{ name: 'B', share: 50, content }], testPercent: 20, winnerBy }
    const definition = { content, audience: { kind: 'all' }, ab, ...more }
    const { id } = await post<Campaign>('/campaigns', { name: 'C', channel, definition }, who)
    await post(`/campaigns/${id}/dry-run`, undefined, who)
    const run = await untilIs(() => get<DryRun>(`/campaigns/${id}/dry-run`, who), isDone)
    return run.result
  }
  const problems = async (...wish: Parameters<typeof result>) =>
    (await result(...wish))?.problems.some(({ path }) => path === 'definition.ab.winnerBy')
  const html = { subject: 's', html: '<a href="https://x.acme.test">x</a>' }
  expect(await problems('sms', { text: 'Hi' }, 'opened')).toBe(true)
  expect(await problems('sms', { text: 'Hi' }, 'responded')).toBe(false)
  expect(await problems('webhook', { text: '{}' }, 'responded')).toBe(true)
  expect(await problems('email', { subject: 's', text: 'Hi' }, 'opened')).toBe(true)
  expect(await problems('email', html, 'clicked')).toBe(false)
  expect(await problems('email', html, 'opened', { tracking: { opens: false } })).toBe(true)
  const linked = { text: 'Now: https://x.acme.test.' }
  expect(await problems('sms', linked, 'clicked')).toBe(false)
  expect(await problems('whatsapp', linked, 'clicked')).toBe(false)
  expect(await problems('sms', linked, 'clicked', { tracking: { clicks: false } })).toBe(true)
  expect(await problems('sms', { text: 'Hi' }, 'clicked')).toBe(true)
  // With a test share of a fifth the first contact waits for the result: it has no immediate send and no variant yet.
  expect(await result('sms', { text: 'Hi' }, 'responded')).toMatchObject({
    audience: 1,
    now: 0,
    rest: 1,
    variants: [],
    cost: { messages: 1 },
  })
})

test('quiet hours show as later, a broken template as failed, an audience that is missing as refused', async () => {
  const who = await newcomer()
  await addContact(who)
  await app().owner.query("update app.contact_settings set quiet_from = '00:00', quiet_until = '23:59' where org_id = $1", [who.orgId])
  const campaign = await makeText(who)
  await post(`/campaigns/${campaign.id}/dry-run`, undefined, who)
  const run = await untilIs(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
  const isQuiet = new Date().toISOString().slice(11, 16) !== '23:59'
  expect(run.result?.later.map(({ reason, count: people }) => [reason, people])).toEqual(isQuiet ? [['quiet_hours', 1]] : [])
  const broken = await makeText(who, { content: { text: 'x\n{% if %}' } })
  await post(`/campaigns/${broken.id}/dry-run`, undefined, who)
  expect(await untilIs(() => get<DryRun>(`/campaigns/${broken.id}/dry-run`, who), isDone)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/line 2, column 6/) as string,
  })
  const missing = await makeText(who, { audience: null })
  expect((await call('POST', `/campaigns/${missing.id}/dry-run`, undefined, who)).status).toBe(422)
})
