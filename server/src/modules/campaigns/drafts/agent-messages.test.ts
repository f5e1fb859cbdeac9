import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignAnalytics, CampaignDraft, CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { CampaignSample } from '@imperium/contract/campaigns/campaign-samples.ts'
import { newId } from '../../../platform/ids.ts'
import { untilIs, openCampaigns } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, addContacts, newcomer, makeText } = openCampaigns()

test('writes samples before the launch by real runs for reachable contacts, in their frame', async () => {
  const who = await newcomer()
  await addContacts(who, 4)
  const silent = await addContact(who, {}, false)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const plain = await makeText(who)
  expect((await call('POST', `/campaigns/${plain.id}/samples`, undefined, who)).status).toBe(422)
  const agent = { agentId, budgetMicros: 1_000_000 }
  const campaign = await makeText(who, { content: { text: 'From us: {{ agent_text }}' }, agent })
  const path = `/campaigns/${campaign.id}`
  expect(await post(`${path}/samples`, undefined, who)).toHaveLength(3)
  const samples = await untilIs(
    () => get<CampaignSample[]>(`${path}/samples`, who),
    (all) => all.every(({ status }) => status !== 'writing'),
  )
  expect(samples.map(({ status, isOutdated }) => [status, isOutdated])).toEqual(samples.map(() => ['written', false]))
  expect(
    samples.every(({ text, contactId }) => text.startsWith('From us: ') && text.endsWith('STOP to unsubscribe.') && contactId !== silent),
  ).toBe(true)
  const [first] = samples
  const { rows } = await app().owner.query('select 1 from app.campaign_sends where campaign_id = $1', [campaign.id])
  expect(rows).toEqual([])
  await app().owner.query('update app.runs set cost_micros = 400000 where id = any($1)', [samples.map(({ runId }) => runId)])
  expect((await call('POST', `${path}/samples`, undefined, who)).status).toBe(409)
  await call('DELETE', `/contacts/${first?.contactId}`, undefined, who)
  const story = await get<{ checks: object[] }>(`${path}/recipients/${samples[1]?.contactId}`, who)
  expect(story.checks).toMatchObject([
    { ok: true },
    { ok: true },
    {
      check: 'message',
      ok: true,
      detail: 'The agent writes subject and text, for at most $1.00 in total',
    },
  ])
})

test('finds reachable contacts for samples anywhere in the audience', async () => {
  const who = await newcomer()
  const last = await addContact(who)
  await app().owner.query(
    `insert into app.contacts (org_id, id, phone, phone_hash, source)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '+4420' || (79000000 + n), sha256(n::text::bytea), 'import' from generate_series(1, 700) n`,
    [who.orgId],
  )
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const { id } = await makeText(who, { content: { text: '{{ agent_text }}' }, agent: { agentId, budgetMicros: 1_000_000 } })
  expect(await post<CampaignSample[]>(`/campaigns/${id}/samples`, undefined, who)).toMatchObject([{ contactId: last }])
})

test('writes each message by a real run; a reviewer approves, changes or rejects; then it is sent', async () => {
  const who = await newcomer()
  const [ana, ben] = [await addContact(who, { firstName: 'Ana' }), await addContact(who, { firstName: 'Ben' })]
  const silent = await addContact(who, {}, false)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const campaign = await makeText(who, { agent: { agentId, instructions: 'Be short', budgetMicros: 50_000_000, review: true } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  const path = `/campaigns/${campaign.id}`
  await untilIs(
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
  await untilIs(
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

test('sends without review what the agent wrote; leaves the rest unsent when the budget is used up', async () => {
  const who = await newcomer()
  await addContacts(who, 12)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const campaign = await makeText(who, { agent: { agentId, budgetMicros: 1_000, review: false } })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  // The sandbox costs nothing, so a trigger sets the price of each ended run.
  await app().owner.query(`create function app.price() returns trigger language plpgsql as $$ begin
    if new.org_id = '${who.orgId}' and new.status = 'completed' then new.cost_micros := 400; end if; return new; end $$`)
  await app().owner.query('lock table app.runs; create trigger price before update on app.runs for each row execute function app.price()')
  const ended = await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  await app().owner.query('lock table app.runs; drop function app.price() cascade')
  expect(ended.needsReview).toBe(false)
  const drafts = await get<CampaignDraft[]>(`/campaigns/${campaign.id}/drafts`, who)
  const failed = drafts.filter((draft) => draft.status === 'failed')
  // A third one might cost more than is left.
  expect(drafts.filter((draft) => draft.status === 'approved')).toHaveLength(2)
  expect(failed.map((draft) => draft.detail)).toEqual(failed.map(() => 'The budget of the campaign is used up.'))
  expect(ended.stats).toMatchObject({ total: 12, sent: 2, skipped: 10 })
  const reasons = (await get<CampaignAnalytics>(`/campaigns/${campaign.id}/analytics`, who)).reasons
  expect(reasons).toEqual([{ status: 'skipped', reason: 'agent_failed', count: 10 }])
  const again = await call('POST', `/campaigns/${campaign.id}/retry`, {}, who)
  expect([again.status, again.body.message]).toEqual([409, 'The budget of the campaign is used up.'])
})

test('rejects messages for unreachable contacts before they are paid for', async () => {
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
    const response = await call('POST', `/campaigns/${id}/send`, undefined, who)
    expect(response.status).toBe(422)
    return (response.body as { errors?: { path: string }[] }).errors?.map(({ path }) => path)
  }
  expect(await refused('webhook', { content: { text: '{"name": "{{ first_name }}"}' } })).toContain('definition.content.text')
  expect(await refused('webhook', { content: { text: '{"words": "{{ agent_text }}"}' }, agent: null })).toContain('definition.content')
  const template = { whatsappTemplateId: newId(), whatsappVariables: ['{{ first_name }}'] }
  const paths = await refused('whatsapp', { content: template })
  expect(paths?.filter((path) => path === 'definition.content.whatsappTemplateId')).toHaveLength(2)
  const ab = { variants: [{ name: 'B', share: 50, content: { text: 'B' } }], testPercent: 20 }
  expect(await refused('sms', { content: { text: 'A' }, ab })).toContain('definition.ab.testPercent')
})

test('passes the agent the text of the variant of each recipient', async () => {
  const who = await newcomer()
  await addContacts(who, 6)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const ab = { variants: [{ name: 'B', share: 50, content: { text: 'The words of B' } }] }
  const agent = { agentId, budgetMicros: 1_000_000, review: false }
  const campaign = await makeText(who, { content: { text: 'The words of A' }, ab, agent })
  await post(`/campaigns/${campaign.id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${campaign.id}`, who),
    (each) => each.status === 'completed',
  )
  const { rows } = await app().owner.query<{ variant: number; text: string }>(
    `select r.variant, run.input->>'text' as text from app.campaign_recipients r
     join app.campaign_drafts d on d.send_id = r.send_id and d.contact_id = r.contact_id join app.runs run on run.id = d.run_id
     where r.campaign_id = $1`,
    [campaign.id],
  )
  expect(rows).toHaveLength(6)
  expect(new Set(rows.map(({ variant, text }) => `${variant} ${text}`))).toEqual(new Set(['0 The words of A', '1 The words of B']))
})

test('composes a campaign by a run that every member may follow', async () => {
  const who = await newcomer()
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const begun = await post<{ runId: string }>('/campaigns/compose', { agentId, brief: 'A spring sale', channel: 'email' }, who)
  const written = await untilIs(
    () => get<{ status: string; text: string; html: string }>(`/campaigns/compose/${begun.runId}`, who),
    (each) => each.status === 'completed' || each.status === 'failed',
  )
  expect(written.status).toBe('completed')
  expect(written.text + written.html).not.toBe('')
})
