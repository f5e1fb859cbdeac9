import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns.ts'
import type { CampaignAnalytics, CampaignDraft, CampaignRecipient, DryRun } from '@imperium/contract/campaign-reports.ts'
import type { CampaignSample } from '@imperium/contract/campaign-samples.ts'
import { newId } from '../../platform/ids.ts'
import { startScriptedSmtp } from '../../platform/mail/testing/scripted-smtp.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  user = await t.register()
  await t.startWorkers()
})
afterAll(() => t.close())

const call = async <T>(method: string, path: string, body?: unknown, as: TestUser = user, expected = 0) => {
  const answer = await t.call<T>(method, `/api${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
  if (expected) expect(answer.status, JSON.stringify(answer.body)).toBe(expected)
  return answer
}
const get = async <T>(path: string, as: TestUser = user): Promise<T> => (await call<T>('GET', path, undefined, as, 200)).body.data
const post = async <T>(path: string, body?: unknown, as: TestUser = user): Promise<T> => {
  const { status, body: answer } = await call<T>('POST', path, body, as)
  expect(status, JSON.stringify(answer)).toBeLessThan(300)
  return answer.data
}

let count = 0
/** A contact with a number, who agreed to text messages unless said otherwise. */
async function addContact(who: TestUser, fields: object = {}, agreed = true): Promise<string> {
  count += 1
  const body = {
    email: `c${newId().slice(-10)}@example.com`,
    phone: `+4366412345${String(100 + count)}`,
    firstName: `Con${count}`,
    ...fields,
  }
  const { id } = await post<{ id: string }>('/contacts', body, who)
  if (agreed)
    for (const channel of ['sms', 'email'])
      await t.owner.query(
        "insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, $3, 'marketing', 'granted', 'manual', now())",
        [who.orgId, id, channel],
      )
  return id
}

async function newcomer(): Promise<TestUser> {
  const who = await t.register()
  // No quiet hours: the tests run at any time of the day.
  await t.owner.query(
    'insert into app.contact_settings (org_id, quiet_from, quiet_until) values ($1, null, null) on conflict (org_id) do update set quiet_from = null, quiet_until = null',
    [who.orgId],
  )
  return who
}

const makeText = (who: TestUser, definition: object = {}): Promise<Campaign> =>
  post(
    '/campaigns',
    {
      name: 'Texts',
      channel: 'sms',
      definition: { content: { text: 'Hello {{ first_name }}' }, audience: { kind: 'all' }, ...definition },
    },
    who,
  )

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean, ms = 20_000): Promise<T> {
  const endsAt = Date.now() + ms
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    if (Date.now() > endsAt) throw new Error(`not in time: ${JSON.stringify(value).slice(0, 500)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const isDone = (run: DryRun) => run.status !== 'running'

test('a dry run counts who gets it, who does not and why, errors and cost, and sends nothing', async () => {
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
  const run = await until(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
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
  const { rows } = await t.owner.query('select 1 from app.campaign_sends where campaign_id = $1', [campaign.id])
  expect(rows).toEqual([])
})

test('a dry run prices the parts, says until when it goes at the set rate, and what an agent may cost', async () => {
  const who = await newcomer()
  for (let n = 0; n < 3; n++) await addContact(who)
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
  const run = await until(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
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
  const ended = await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  // The sandbox says no price: the account's stands for it.
  expect(ended.stats).toMatchObject({ sent: 3, costMicros: 22_500 })
})

test('an agent writes samples before the launch: real runs for people who may be reached, shown in their frame', async () => {
  const who = await newcomer()
  for (let n = 0; n < 4; n++) await addContact(who)
  const silent = await addContact(who, {}, false)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const plain = await makeText(who)
  expect((await call('POST', `/campaigns/${plain.id}/samples`, undefined, who)).status).toBe(422)
  const agent = { agentId, budgetMicros: 1_000_000 }
  const campaign = await makeText(who, { content: { text: 'From us: {{ agent_text }}' }, agent })
  const path = `/campaigns/${campaign.id}`
  expect(await post(`${path}/samples`, undefined, who)).toHaveLength(3)
  const samples = await until(
    () => get<CampaignSample[]>(`${path}/samples`, who),
    (all) => all.every(({ status }) => status !== 'writing'),
  )
  expect(samples.map(({ status, isOutdated }) => [status, isOutdated])).toEqual(samples.map(() => ['written', false]))
  expect(
    samples.every(({ text, contactId }) => text.startsWith('From us: ') && text.endsWith('STOP to unsubscribe.') && contactId !== silent),
  ).toBe(true)
  const [first] = samples
  const { rows } = await t.owner.query('select 1 from app.campaign_sends where campaign_id = $1', [campaign.id])
  expect(rows).toEqual([])
  await t.owner.query('update app.runs set cost_micros = 400000 where id = any($1)', [samples.map(({ runId }) => runId)])
  expect((await call('POST', `${path}/samples`, undefined, who)).status).toBe(409)
  await call('DELETE', `/contacts/${first?.contactId}`, undefined, who)
  const story = await get<{ checks: object[] }>(`${path}/recipients/${samples[1]?.contactId}`, who)
  expect(story.checks).toMatchObject([
    { ok: true },
    { ok: true },
    {
      check: 'message',
      ok: true,
      detail: 'The agent writes subject and text, for at most $1.00 for all; they can be filled into their frame',
    },
  ])
})

test('a winner is chosen only by what can be measured', async () => {
  const who = await newcomer()
  await addContact(who)
  const problems = async (channel: string, content: object, winnerBy: string, more: object = {}) => {
    const ab = { variants: [{ name: 'B', share: 50, content }], testPercent: 20, winnerBy }
    const definition = { content, audience: { kind: 'all' }, ab, ...more }
    const { id } = await post<Campaign>('/campaigns', { name: 'C', channel, definition }, who)
    await post(`/campaigns/${id}/dry-run`, undefined, who)
    const run = await until(() => get<DryRun>(`/campaigns/${id}/dry-run`, who), isDone)
    return run.result?.problems.some(({ path }) => path === 'definition.ab.winnerBy')
  }
  const html = { subject: 's', html: '<a href="https://x.example.com">x</a>' }
  expect(await problems('sms', { text: 'Hi' }, 'opened')).toBe(true)
  expect(await problems('sms', { text: 'Hi' }, 'responded')).toBe(false)
  expect(await problems('webhook', { text: '{}' }, 'responded')).toBe(true)
  expect(await problems('email', { subject: 's', text: 'Hi' }, 'opened')).toBe(true)
  expect(await problems('email', html, 'clicked')).toBe(false)
  expect(await problems('email', html, 'opened', { tracking: { opens: false } })).toBe(true)
})

test('quiet hours show as later, a broken template as failed, an audience that is missing as refused', async () => {
  const who = await newcomer()
  await addContact(who)
  await t.owner.query("update app.contact_settings set quiet_from = '00:00', quiet_until = '23:59' where org_id = $1", [who.orgId])
  const campaign = await makeText(who)
  await post(`/campaigns/${campaign.id}/dry-run`, undefined, who)
  const run = await until(() => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who), isDone)
  const isQuiet = new Date().toISOString().slice(11, 16) !== '23:59'
  expect(run.result?.later.map(({ reason, count: people }) => [reason, people])).toEqual(isQuiet ? [['quiet_hours', 1]] : [])
  const broken = await makeText(who, { content: { text: 'x\n{% if %}' } })
  await post(`/campaigns/${broken.id}/dry-run`, undefined, who)
  expect(await until(() => get<DryRun>(`/campaigns/${broken.id}/dry-run`, who), isDone)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/line 2, column 6/) as string,
  })
  const nobody = await makeText(who, { audience: null })
  expect((await call('POST', `/campaigns/${nobody.id}/dry-run`, undefined, who)).status).toBe(422)
})

test('a campaign that is sent: recipients, why, messages, analytics and the numbers say the same', async () => {
  const who = await newcomer()
  const ana = await addContact(who, { firstName: 'Ana', lastName: 'Kovač' })
  const silent = await addContact(who, {}, false)
  const campaign = await makeText(who)
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const ended = await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  expect(ended.stats).toMatchObject({ total: 2, sent: 1, skipped: 1, queued: 0 })
  const path = `/campaigns/${campaign.id}`
  const all = await get<CampaignRecipient[]>(`${path}/recipients`, who)
  expect(all.map(({ contactId, reason }) => [contactId, reason])).toEqual([
    [ana, null],
    [silent, 'no_consent'],
  ])
  expect((await get<CampaignRecipient[]>(`${path}/recipients?q=ana`, who)).map((each) => each.name)).toEqual(['Ana Kovač'])
  expect((await get<CampaignRecipient[]>(`${path}/recipients?status=skipped`, who)).map((each) => each.contactId)).toEqual([silent])
  const why = await get<{ answer: string; checks: { check: string; ok: boolean; reason: string | null }[] }>(
    `${path}/recipients/${silent}`,
    who,
  )
  expect(why.answer).toBe('It was not sent: there is no consent to this purpose on this channel.')
  expect(why.checks.map(({ check, ok, reason }) => [check, ok, reason])).toEqual([
    ['audience', true, null],
    ['reach', false, 'no_consent'],
    ['message', true, null],
  ])
  const late = await addContact(who)
  expect((await get<{ answer: string }>(`${path}/recipients/${late}`, who)).answer).toBe(
    'Was not in the audience when the newest send began.',
  )
  expect((await call('GET', `${path}/recipients/${newId()}`, undefined, who)).status).toBe(404)
  expect(await get(`${path}/messages`, who)).toMatchObject([{ contactId: ana, text: expect.stringContaining('Hello Ana') as string }])
  const analytics = await get<CampaignAnalytics>(`${path}/analytics`, who)
  expect(analytics).toMatchObject({ bucket: 'hour', stats: { sent: 1 }, reasons: [{ status: 'skipped', reason: 'no_consent', count: 1 }] })
  expect(analytics.series.reduce((sum, each) => sum + each.sent, 0)).toBe(1)
  expect(analytics.variants).toMatchObject([{ variant: 0, name: 'A', total: 2, sent: 1 }])
  expect(await get(`${path}/sends`, who)).toMatchObject([{ step: 1, status: 'completed', stats: { total: 2 } }])
  expect(await get('/campaigns/stats', who)).toMatchObject({ total: 1, sentToday: 1, responseRate: 0 })
})

test('a preview says what is wrong and where; a test goes to members only and counts nowhere', async () => {
  const who = await newcomer()
  const preview = (content: object, more: object = {}) =>
    post<Record<string, unknown>>('/campaigns/preview', { channel: 'email', content, ...more }, who)
  expect(await preview({ subject: 'Hi {{ name }}', text: 'x' })).toMatchObject({ contactId: null, subject: 'Hi Alex Example', issues: [] })
  const ana = await addContact(who, { firstName: '', lastName: 'Ana' })
  expect(await preview({ subject: 'Hi {{ name }}', html: '<b>{{ first_name }}</b>' }, { contactId: ana })).toMatchObject({
    contactId: ana,
    issues: [{ kind: 'missing_field', field: 'first_name' }],
  })
  expect(await preview({ subject: 'a', html: '<p>\n{{ x' })).toMatchObject({ issues: [{ kind: 'syntax', part: 'html', line: 2 }] })
  expect(await preview({ subject: '{{ frist_name | default: "x" }}', text: 'x' })).toMatchObject({
    issues: [{ kind: 'unknown_variable', field: 'frist_name' }],
  })
  expect(await preview({ text: 'Grüße €' }, { channel: 'sms' })).toMatchObject({ sms: { encoding: 'gsm-7', parts: 1 } })

  const mail = await post<Campaign>(
    '/campaigns',
    { name: 'Mail', channel: 'email', definition: { content: { subject: 'Hi', html: '<a href="https://x.example.com">x</a>' } } },
    who,
  )
  expect((await call('POST', `/campaigns/${mail.id}/test`, { to: ['stranger@example.com'] }, who)).body.errors).toEqual([
    { path: 'to.0', message: 'A test goes to members of the organization only' },
  ])
  const sent = await post<{ results: { to: string; ok: boolean }[] }>(`/campaigns/${mail.id}/test`, {}, who)
  expect(sent.results).toMatchObject([{ to: who.email, ok: true }])
  const { rows } = await t.owner.query<{ subject: string; body_html: string | null }>(
    'select * from app.sandbox_mail where recipient = $1',
    [who.email],
  )
  const [letter] = rows.filter((row) => row.subject.startsWith('[Test]'))
  expect(letter?.subject).toBe('[Test] Hi')
  expect(JSON.stringify(letter)).toContain('https://x.example.com')
  expect((await get<Campaign>(`/campaigns/${mail.id}`, who)).stats.total).toBe(0)
})

test('an agent writes each message by a real run; who reviews approves, changes or rejects; then it is sent', async () => {
  const who = await newcomer()
  const [ana, ben] = [await addContact(who, { firstName: 'Ana' }), await addContact(who, { firstName: 'Ben' })]
  const silent = await addContact(who, {}, false)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const campaign = await makeText(who, { agent: { agentId, instructions: 'Be short', budgetMicros: 50_000_000, review: true } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const path = `/campaigns/${campaign.id}`
  await until(
    () => get<Campaign>(path, who),
    (each) => each.needsReview,
  )
  const drafts = await get<CampaignDraft[]>(`${path}/drafts`, who)
  expect(new Map(drafts.map((draft) => [draft.contactId, draft.status]))).toEqual(
    new Map([
      [ana, 'written'],
      [ben, 'written'],
      [silent, 'failed'],
    ]),
  )
  expect(drafts.every((draft) => draft.contactId === silent || (draft.body !== '' && draft.runId !== null))).toBe(true)
  expect((await call('PUT', `${path}/drafts/${ana}`, { subject: '', body: 'My own {{ words }}' }, who)).status).toBe(200)
  expect(await post(`${path}/drafts/decide`, { decision: 'reject', contactIds: [ben] }, who)).toEqual({ decided: 1, left: 1 })
  expect(await post(`${path}/drafts/decide`, { decision: 'approve' }, who)).toEqual({ decided: 1, left: 0 })
  await until(
    () => get<Campaign>(path, who),
    (each) => each.status === 'completed',
  )
  const recipients = await get<CampaignRecipient[]>(`${path}/recipients`, who)
  expect(new Map(recipients.map(({ contactId, status, reason }) => [contactId, reason ?? status]))).toEqual(
    new Map([
      [ana, expect.stringMatching(/^(sent|delivered)$/) as string],
      [ben, 'agent_rejected'],
      [silent, 'no_consent'],
    ]),
  )
  expect(await get(`${path}/messages`, who)).toMatchObject([{ contactId: ana, text: 'My own {{ words }} Reply STOP to unsubscribe.' }])
  expect((await call('POST', `${path}/drafts/decide`, { decision: 'approve' }, who)).status).toBe(409)
})

test('without review what the agent wrote goes out; a budget that is used up leaves the rest unsent', async () => {
  const who = await newcomer()
  for (let n = 0; n < 12; n++) await addContact(who)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const campaign = await makeText(who, { agent: { agentId, budgetMicros: 1_000, review: false } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  // The sandbox costs nothing, so its runs are priced here, as each draft is taken in.
  await t.owner.query(`create function app.price() returns trigger language plpgsql as $$ begin
    if new.status = 'approved' and new.cost_micros = 0 then new.cost_micros := 400; end if; return new; end $$`)
  await t.owner.query('create trigger price before update on app.campaign_drafts for each row execute function app.price()')
  const ended = await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  await t.owner.query('drop trigger price on app.campaign_drafts')
  expect(ended.needsReview).toBe(false)
  const drafts = await get<CampaignDraft[]>(`/campaigns/${campaign.id}/drafts`, who)
  const failed = drafts.filter((draft) => draft.status === 'failed')
  // A third one might cost more than is left.
  expect(drafts.filter((draft) => draft.status === 'approved')).toHaveLength(2)
  expect(failed.map((draft) => draft.detail)).toEqual(failed.map(() => 'The budget of the campaign is used up.'))
  expect(ended.stats).toMatchObject({ total: 12, sent: 2, skipped: 10 })
  const reasons = (await get<CampaignAnalytics>(`/campaigns/${campaign.id}/analytics`, who)).reasons
  expect(reasons).toEqual([{ status: 'skipped', reason: 'agent_failed', count: 10 }])
})

test('a test that reaches a real number goes to contacts tagged for it; the sandbox takes mail from an unverified sender', async () => {
  const who = await newcomer()
  const provider = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid": "SM1", "status": "queued"}'))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const account = await post<{ id: string }>(
    '/channels/accounts',
    {
      provider: 'twilio',
      name: 'Real',
      settings: { baseUrl: `http://127.0.0.1:${port}`, accountSid: 'AC1', from: '+14155550100' },
      secret: { authToken: 'x'.repeat(32) },
    },
    who,
  )
  const mine = await addContact(who, { tags: ['Test'], phone: '+436641234599' })
  await addContact(who, { phone: '+436641234598' })
  const campaign = await makeText(who, { accountId: account.id })
  const test = (to: string[], more: object = {}) =>
    call<{ results: object[] }>('POST', `/campaigns/${campaign.id}/test`, { to, ...more }, who)
  expect((await test(['+436641234598'])).body.errors).toMatchObject([{ path: 'to.0' }])
  expect((await test(['+436641234597'])).status).toBe(422)
  expect((await test(['+436641234599'], { contactId: mine })).body.data.results).toMatchObject([{ to: '+436641234599', ok: true }])
  provider.close()

  await t.owner.query(
    "insert into app.senders (org_id, id, name, email, is_default) values ($1, $2, 'News', 'news@org.example.com', true)",
    [who.orgId, newId()],
  )
  const mail = await post<Campaign>(
    '/campaigns',
    { name: 'M', channel: 'email', definition: { content: { subject: 'Hi', text: 'Hi' } } },
    who,
  )
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).status).toBe(200)
  // By a real way out it must be verified, and has the header of RFC 8058: of nobody, so that following it ends nothing.
  const smtp = await startScriptedSmtp()
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none' }
  const { id: accountId } = await post<{ id: string }>('/channels/accounts', { provider: 'smtp', name: 'Own', settings }, who)
  await call('PUT', `/campaigns/${mail.id}`, { definition: { ...mail.definition, accountId } }, who)
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).status).toBe(409)
  await t.owner.query('update app.senders set verified_at = now() where org_id = $1', [who.orgId])
  expect((await call('POST', `/campaigns/${mail.id}/test`, {}, who)).body).toMatchObject({ data: { results: [{ ok: true }] } })
  const link = /List-Unsubscribe: <[^>]*(\/api\/unsubscribe\/[^>]+)>/i.exec(JSON.stringify(smtp.taken))?.[1]
  expect(link).toBeDefined()
  expect((await t.call('POST', link ?? '', { body: {} })).status).toBeLessThan(500)
  await smtp.close()
})

test('recipients are found by what happened to them, whatever happened since, by reason and by variant', async () => {
  const who = await newcomer()
  const [ana, silent] = [await addContact(who), await addContact(who, {}, false)]
  const campaign = await makeText(who, { content: { text: 'Hi' } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  await t.owner.query(
    "update app.campaign_recipients set status = 'responded', delivered_at = now(), responded_at = now() where campaign_id = $1 and contact_id = $2",
    [campaign.id, ana],
  )
  const found = async (query: string) =>
    (await get<CampaignRecipient[]>(`/campaigns/${campaign.id}/recipients?${query}`, who)).map(({ contactId }) => contactId)
  for (const status of ['sent', 'delivered', 'responded']) expect(await found(`status=${status}`)).toEqual([ana])
  for (const query of ['status=opened', 'status=queued', 'variant=1', 'reason=cap']) expect(await found(query)).toEqual([])
  for (const query of ['status=skipped', 'reason=no_consent', 'status=skipped&reason=no_consent&variant=0'])
    expect(await found(query)).toEqual([silent])
})

test('what an agent writes for nobody is refused before it is paid for', async () => {
  const who = await newcomer()
  await addContact(who)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const agent = { agentId, budgetMicros: 1_000_000 }
  const refused = async (channel: string, definition: object) => {
    const { id } = await post<Campaign>(
      '/campaigns',
      { name: 'C', channel, definition: { audience: { kind: 'all' }, agent, ...definition } },
      who,
    )
    const answer = await call('POST', `/campaigns/${id}/send`, undefined, who)
    expect(answer.status).toBe(422)
    return (answer.body as { errors?: { path: string }[] }).errors?.map(({ path }) => path)
  }
  expect(await refused('webhook', { content: { text: '{"name": "{{ first_name }}"}' } })).toContain('definition.content.text')
  expect(await refused('webhook', { content: { text: '{"words": "{{ agent_text }}"}' }, agent: null })).toContain('definition.content')
  const template = { whatsappTemplateId: newId(), whatsappVariables: ['{{ first_name }}'] }
  const paths = await refused('whatsapp', { content: template })
  expect(paths?.filter((path) => path === 'definition.content.whatsappTemplateId')).toHaveLength(2)
  const ab = { variants: [{ name: 'B', share: 50, content: { text: 'B' } }], testPercent: 20 }
  expect(await refused('sms', { content: { text: 'A' }, ab })).toContain('definition.ab.testPercent')
})

test('the agent is told the words of the variant that each recipient gets', async () => {
  const who = await newcomer()
  for (let n = 0; n < 6; n++) await addContact(who)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const ab = { variants: [{ name: 'B', share: 50, content: { text: 'The words of B' } }] }
  const agent = { agentId, budgetMicros: 1_000_000, review: false }
  const campaign = await makeText(who, { content: { text: 'The words of A' }, ab, agent })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  const { rows } = await t.owner.query<{ variant: number; text: string }>(
    `select r.variant, run.input->>'text' as text from app.campaign_recipients r
     join app.campaign_drafts d on d.send_id = r.send_id and d.contact_id = r.contact_id join app.runs run on run.id = d.run_id
     where r.campaign_id = $1`,
    [campaign.id],
  )
  expect(rows).toHaveLength(6)
  expect(new Set(rows.map(({ variant, text }) => `${variant} ${text}`))).toEqual(new Set(['0 The words of A', '1 The words of B']))
})

test('an agent composes a campaign by a run that anybody may follow', async () => {
  const who = await newcomer()
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const begun = await post<{ runId: string }>('/campaigns/compose', { agentId, brief: 'A spring sale', channel: 'email' }, who)
  const written = await until(
    () => get<{ status: string; text: string; html: string }>(`/campaigns/compose/${begun.runId}`, who),
    (each) => each.status === 'completed' || each.status === 'failed',
  )
  expect(written.status).toBe('completed')
  expect(written.text + written.html).not.toBe('')
})

test('a mail goes out with the organization behind it: sender, address, unsubscribe, links that lead by way of us', async () => {
  const who = await newcomer()
  const ana = await addContact(who, { firstName: 'Ana' })
  await t.owner.query("update auth.organizations set address = 'Street 1', city = 'Graz', country = 'Austria' where id = $1", [who.orgId])
  await t.owner.query(
    "insert into app.senders (org_id, id, name, email, verified_at, is_default) values ($1, $2, 'News', 'news@org.example.com', now(), true)",
    [who.orgId, newId()],
  )
  const content = {
    subject: 'Hi {{ first_name }}',
    html: '<p>Hi</p><a href="https://shop.example.com/sale">Sale</a><a href="https://shop.example.com/?n={{ first_name }}&k=1">Own</a>',
  }
  const campaign = await post<Campaign>(
    '/campaigns',
    { name: 'Mail', channel: 'email', definition: { content, audience: { kind: 'all' } } },
    who,
  )
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await until(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  const { address } = (await get<CampaignRecipient[]>(`/campaigns/${campaign.id}/recipients`, who))[0] ?? { address: '' }
  const { rows } = await t.owner.query<{ subject: string; sender: string }>('select * from app.sandbox_mail where recipient = $1', [
    address,
  ])
  const letter = JSON.stringify(rows[0])
  expect(rows[0]).toMatchObject({ subject: 'Hi Ana', sender: expect.stringContaining('news@org.example.com') as string })
  for (const part of ['Street 1, Graz, Austria', '/unsubscribe/', '/t/o/']) expect(letter).toContain(part)
  const [, path = ''] = /(\/api\/t\/c\/[a-z2-7]{61}\/1)/.exec(letter) ?? []
  const click = await t.app.inject({
    method: 'GET',
    url: path,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' },
  })
  expect([click.statusCode, click.headers.location]).toEqual([303, 'https://shop.example.com/sale'])
  expect(
    (await get<{ sends: { events: { url: string | null }[] }[] }>(`/campaigns/${campaign.id}/recipients/${ana}`, who)).sends[0]?.events,
  ).toMatchObject([{ type: 'clicked', url: 'https://shop.example.com/sale' }])
  // The address that Liquid made is in the link, signed for this recipient: nobody has us lead elsewhere.
  const [, made = ''] = /href=\\"[^"]*(\/api\/t\/c\/[a-z2-7]{61}\/2\?u=[\w-]+&amp;s=[\w-]+)\\"/.exec(letter) ?? []
  const follow = (url: string) =>
    t.app.inject({ method: 'GET', url, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' } })
  const own = made.replace('&amp;', '&')
  expect((await follow(own)).headers.location).toBe('https://shop.example.com/?n=Ana&k=1')
  const elsewhere = own.replace(/u=[\w-]+/, `u=${Buffer.from('https://evil.example.com').toString('base64url')}`)
  for (const url of [elsewhere, own.split('?')[0] ?? '', own.replace('/2?', '/1?').replace('/1?', '/3?')])
    expect((await follow(url)).statusCode).toBe(404)
})

test('the numbers are told as they change, until the campaign has completed', async () => {
  const who = await newcomer()
  await addContact(who)
  const campaign = await makeText(who)
  const answer = t.app.inject({
    method: 'GET',
    url: `/api/campaigns/${campaign.id}/events`,
    headers: { authorization: `Bearer ${who.token}` },
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const events = (await answer).body.split('\n\n').flatMap((frame) => /data: (.*)/.exec(frame)?.[1] ?? [])
  const told = events.map((event) => JSON.parse(event) as { status: string; stats: { sent: number } })
  expect(told[0]).toMatchObject({ status: 'draft', stats: { sent: 0 } })
  expect(told.at(-1)).toMatchObject({ status: 'completed', stats: { sent: 1 } })
}, 20_000)

test('campaigns are found by the search, those of others are not', async () => {
  const made = await post<Campaign>('/campaigns', { name: 'Winter harvest', channel: 'email' })
  const find = (as: TestUser) => get<{ kind: string; id: string; link: string }[]>('/search?q=winter', as)
  expect(await find(user)).toMatchObject([{ kind: 'campaign', id: made.id, link: `campaigns/${made.id}` }])
  expect(await find(await t.register())).toEqual([])
})
