import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignDraft, CampaignRecipient, CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { untilIs, openCampaigns } from '../../../testing/campaigns/campaigns-app.ts'

// A fault of the agent or its model skips no recipient: the writing pauses with a reason and later continues where it stopped.

const { app, call, get, post, addContact, addContacts, newcomer, makeText } = openCampaigns()

async function arrange(contacts: number, over: object = {}, definition: object = {}) {
  const who = await newcomer()
  await addContacts(who, contacts)
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const { id } = await makeText(who, { agent: { agentId, budgetMicros: 50_000_000, review: false, ...over }, ...definition })
  return { who, agentId, path: `/campaigns/${id}` }
}

// The triggers lock the whole partitioned table first: months locked one by one deadlock with a reader that holds some of them.

/** Makes runs of the organization fail instead of complete: all, or those with `about` in the input. Returns a function that undoes it. */
async function failRuns(who: TestUser, { code = null, about = '' }: { code?: string | null; about?: string } = {}) {
  const name = `fail_${who.orgId.replaceAll('-', '')}`
  await app().owner.query(`create function app.${name}() returns trigger language plpgsql as $$ begin
    if new.org_id = '${who.orgId}' and new.status = 'completed' and new.input::text like '%${about}%' then
      new.status := 'failed'; new.output := null; new.error_code := ${code ? `'${code}'` : 'null'};
      new.error_message := ${code ? `'The model is away.'` : 'null'};
    end if; return new; end $$;
    lock table app.runs; create trigger ${name} before update on app.runs for each row execute function app.${name}()`)
  return () => app().owner.query(`lock table app.runs; drop function app.${name}() cascade`)
}

/** Sets the cost of each ended run of the organization; runs with `butAbout` in the input cost nothing. */
async function priceRuns(who: TestUser, micros: number, { butAbout = 'nobody' } = {}): Promise<void> {
  const name = `price_${who.orgId.replaceAll('-', '')}`
  await app().owner.query(`create function app.${name}() returns trigger language plpgsql as $$ begin
    if new.org_id = '${who.orgId}' and new.status in ('completed', 'failed') and new.input::text not like '%${butAbout}%' then
      new.cost_micros := ${micros};
    end if; return new; end $$;
    lock table app.runs; create trigger ${name} before update on app.runs for each row execute function app.${name}()`)
}

/** Adds `count` contacts with names that can make runs fail, each followed by `others` normal contacts. */
async function addOdd(who: TestUser, count: number, others: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await addContact(who, { firstName: 'Oddly' })
    await addContacts(who, others)
  }
}

const become = (path: string, who: TestUser, status: string) =>
  untilIs(
    () => get<Campaign>(path, who),
    (each) => each.status === status,
    30_000,
  )
const draftsOf = (path: string, who: TestUser) => get<CampaignDraft[]>(`${path}/drafts?limit=100`, who)
const reasonsOf = async (path: string, who: TestUser) =>
  (await get<CampaignRecipient[]>(`${path}/recipients?limit=100`, who)).flatMap(({ reason }) => reason ?? [])

test('pauses the campaign when its agent is paused while writing, and continues writing on resume', async () => {
  const { who, agentId, path } = await arrange(40)
  await post(`${path}/send`, undefined, who)
  await untilIs(
    () => draftsOf(path, who),
    (drafts) => drafts.some(({ status }) => status === 'approved'),
  )
  expect((await call('PUT', `/agents/${agentId}/status`, { status: 'PAUSED' }, who)).status).toBe(200)
  const paused = await become(path, who, 'paused')
  expect(paused.pauseReason).toBe('Paused automatically: The agent that writes the messages does not run. Activate it first.')
  expect((await draftsOf(path, who)).filter(({ status }) => status === 'failed')).toEqual([])
  // Not before the agent runs again.
  await post(`${path}/resume`, undefined, who)
  await become(path, who, 'paused')
  await call('PUT', `/agents/${agentId}/status`, { status: 'ACTIVE' }, who)
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 40, sent: 40, skipped: 0 })
})

test('refuses to delete an agent while it writes; pauses the campaign if the agent is gone anyway', async () => {
  const { who, agentId, path } = await arrange(20)
  await post(`${path}/send`, undefined, who)
  await untilIs(
    () => draftsOf(path, who),
    (drafts) => drafts.some(({ status }) => status === 'approved'),
  )
  expect((await call('DELETE', `/agents/${agentId}`, undefined, who)).status).toBe(409)
  await app().owner.query('update app.agents set deleted_at = now() where id = $1', [agentId])
  expect((await become(path, who, 'paused')).pauseReason).toBe('Paused automatically: The agent that writes the messages was deleted.')
  expect((await draftsOf(path, who)).filter(({ status }) => status === 'failed')).toEqual([])
})

test('pauses the campaign after several failed runs in a row, and writes to their contacts after the resume', async () => {
  const { who, path } = await arrange(12)
  const mend = await failRuns(who)
  await post(`${path}/send`, undefined, who)
  const paused = await become(path, who, 'paused')
  expect(paused.pauseReason).toBe('Paused automatically: The agent could not write the last messages: The agent returned no text.')
  await mend()
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 12, sent: 12, skipped: 0 })
})

test.each(['model_unavailable', 'budget_exceeded'])(
  'a fault of all runs (%s) pauses also where fewer are left than make a row',
  async (code) => {
    const { who, path } = await arrange(2)
    const mend = await failRuns(who, { code })
    await post(`${path}/send`, undefined, who)
    expect((await become(path, who, 'paused')).pauseReason).toMatch(/^Paused automatically: .*The model is away\.$/)
    await mend()
    await post(`${path}/resume`, undefined, who)
    expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 2, sent: 2, skipped: 0 })
  },
)

test.each([false, true])('writes again for a recipient without a message and sends it; in a review: %s', async (review) => {
  const { who, path } = await arrange(3, { review })
  const odd = await addContact(who, { firstName: 'Oddly' })
  const mend = await failRuns(who, { about: 'Oddly' })
  const approve = async () => {
    if (!review) return
    await untilIs(
      () => get<Campaign>(path, who),
      (each) => each.needsReview,
    )
    await post(`${path}/drafts/decide`, { decision: 'approve' }, who)
  }
  await post(`${path}/send`, undefined, who)
  await approve()
  expect((await become(path, who, 'completed')).stats).toMatchObject({ sent: 3, skipped: 1 })
  expect(await reasonsOf(path, who)).toEqual(['agent_failed'])
  expect((await call('POST', `${path}/retry`, { reasons: ['rejected'] }, who)).status).toBe(409)
  await mend()
  expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 1 })
  await approve()
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 4, sent: 4, skipped: 0, failed: 0 })
  expect(await reasonsOf(path, who)).toEqual([])
  const [send] = await get<CampaignSend[]>(`${path}/sends`, who)
  expect(send).toMatchObject({ status: 'completed', stats: { sent: 4 } })
  const { sends } = await get<{ sends: { events: { type: string; detail: string }[] }[] }>(`${path}/recipients/${odd}`, who)
  expect(sends[0]?.events).toMatchObject([{ type: 'retried', detail: 'agent_failed' }])
})

test.each([false, true])(
  'a send that is under way goes back to the writing for them, and on with the others; paused meanwhile: %s',
  async (isPaused) => {
    const { who, path } = await arrange(2, {}, { throttlePerMinute: 1 })
    await addContact(who, { firstName: 'Oddly' })
    const mend = await failRuns(who, { about: 'Oddly' })
    await post(`${path}/send`, undefined, who)
    await untilIs(
      () => get<Campaign>(path, who),
      ({ stats }) => stats.sent === 1 && stats.skipped === 1,
    )
    await untilIs(
      async () =>
        (await app().owner.query(`select 1 from app.campaign_chunks where org_id = $1 and status = 'ready'`, [who.orgId])).rowCount,
      (count) => count === 1,
    )
    await mend()
    // No minute more for each of the others.
    await app().owner.query(
      `update app.campaigns set definition = jsonb_set(definition, '{throttlePerMinute}', '6000') where org_id = $1`,
      [who.orgId],
    )
    if (isPaused) await post(`${path}/pause`, undefined, who)
    expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 1 })
    if (isPaused) await post(`${path}/resume`, undefined, who)
    expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 3, sent: 3, skipped: 0 })
  },
)

test('skips contacts after a second failed run, and sends the others their messages', async () => {
  const { who, path } = await arrange(4)
  await addOdd(who, 5, 0)
  await failRuns(who, { about: 'Oddly' })
  await post(`${path}/send`, undefined, who)
  expect((await become(path, who, 'paused')).stats).toMatchObject({ total: 9, sent: 0 })
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 9, sent: 4, skipped: 5 })
  expect(await reasonsOf(path, who)).toEqual(Array.from({ length: 5 }, () => 'agent_failed'))
})

test('pauses again after a resume that came too early, and skips no contact', async () => {
  const { who, path } = await arrange(20)
  const mend = await failRuns(who)
  await post(`${path}/send`, undefined, who)
  await become(path, who, 'paused')
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'paused')).stats).toMatchObject({ sent: 0, skipped: 0 })
  expect((await draftsOf(path, who)).filter(({ status }) => status === 'failed')).toEqual([])
  await mend()
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 20, sent: 20, skipped: 0 })
})

test.each([
  [2, 1],
  [20, 3],
])('skips no contact while a model is unavailable: %i contacts, resumed too early %i times', async (people, resumes) => {
  const { who, path } = await arrange(people)
  const mend = await failRuns(who, { code: 'model_unavailable' })
  await post(`${path}/send`, undefined, who)
  const stops = () =>
    untilIs(
      () => get<Campaign>(path, who),
      ({ status }) => status !== 'running',
      30_000,
    )
  expect(await stops()).toMatchObject({ status: 'paused', stats: { sent: 0, skipped: 0 } })
  for (let n = 0; n < resumes; n++) {
    await post(`${path}/resume`, undefined, who)
    expect(await stops()).toMatchObject({ status: 'paused', stats: { sent: 0, skipped: 0 } })
  }
  await mend()
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: people, sent: people, skipped: 0 })
})

test('keeps contacts with an earlier failed run while a model is unavailable', async () => {
  const { who, path } = await arrange(5)
  const mendAgent = await failRuns(who)
  await post(`${path}/send`, undefined, who)
  await become(path, who, 'paused')
  await mendAgent()
  const mendModel = await failRuns(who, { code: 'model_unavailable' })
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'paused')).pauseReason).toContain('The model is away.')
  await mendModel()
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 5, sent: 5, skipped: 0 })
})

test('completes a completed campaign again when the agent fails again for the same contacts', async () => {
  const { who, path } = await arrange(0)
  await addOdd(who, 5, 2)
  await failRuns(who, { about: 'Oddly' })
  await post(`${path}/send`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ sent: 10, skipped: 5 })
  expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 5 })
  const ended = await untilIs(
    () => get<Campaign>(path, who),
    ({ status }) => status !== 'running',
    30_000,
  )
  expect(ended).toMatchObject({ status: 'completed', stats: { sent: 10, skipped: 5 } })
})

test('sends ready messages without delay when a retry fails again for other contacts', async () => {
  const { who, path } = await arrange(0, {}, { throttlePerMinute: 20 })
  await addOdd(who, 5, 2)
  await failRuns(who, { about: 'Oddly' })
  await post(`${path}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(path, who),
    ({ stats }) => stats.skipped === 5 && stats.sent >= 2,
    30_000,
  )
  // No wait between the others.
  await app().owner.query(`update app.campaigns set definition = jsonb_set(definition, '{throttlePerMinute}', '6000') where org_id = $1`, [
    who.orgId,
  ])
  expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 5 })
  const ended = await untilIs(
    () => get<Campaign>(path, who),
    ({ status }) => status !== 'running',
    30_000,
  )
  expect(ended).toMatchObject({ status: 'completed', stats: { sent: 10, skipped: 5 } })
})

test('does not retry messages of an agent that is paused or gone, and does not pause the campaign', async () => {
  const { who, agentId, path } = await arrange(2)
  await addOdd(who, 1, 0)
  await failRuns(who, { about: 'Oddly' })
  await post(`${path}/send`, undefined, who)
  await become(path, who, 'completed')
  const refusal = async () => {
    const { status, body } = await call('POST', `${path}/retry`, {}, who)
    return [status, body.message]
  }
  await call('PUT', `/agents/${agentId}/status`, { status: 'PAUSED' }, who)
  expect(await refusal()).toEqual([409, 'The agent that writes the messages does not run. Activate it first.'])
  expect((await call('DELETE', `/agents/${agentId}`, undefined, who)).status).toBe(200)
  expect(await refusal()).toEqual([409, 'The agent that writes the messages was deleted.'])
  expect((await get<Campaign>(path, who)).status).toBe('completed')
})

test('spends the whole budget on messages: the average cost counts all runs that cost something', async () => {
  const { who, path } = await arrange(20, { budgetMicros: 3_000_000 })
  await priceRuns(who, 100_000)
  const mend = await failRuns(who)
  await post(`${path}/send`, undefined, who)
  await become(path, who, 'paused')
  await post(`${path}/resume`, undefined, who)
  await become(path, who, 'paused')
  await mend()
  await post(`${path}/resume`, undefined, who)
  await become(path, who, 'completed')
  const micros = (await draftsOf(path, who)).reduce((sum, draft) => sum + draft.costMicros, 0)
  expect(micros).toBe(3_000_000)
})

test('writes to contacts that the budget left out after it is raised, and changes nothing else of a completed send', async () => {
  const { who, path } = await arrange(6, { budgetMicros: 300_000 })
  await priceRuns(who, 100_000)
  await post(`${path}/send`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ sent: 3, skipped: 3 })
  const usedUp = { status: 409, body: { message: 'The budget of the campaign is used up.' } }
  expect(await call('POST', `${path}/retry`, {}, who)).toMatchObject(usedUp)
  const { definition, version } = await get<Campaign>(path, who)
  const withAgent = (over: object) => ({ definition: { ...definition, agent: { ...definition.agent, ...over } } })
  const isOver = { status: 409, body: { message: 'This campaign is completed. Clone it to send something else.' } }
  const refused = [
    withAgent({ budgetMicros: 600_000, instructions: 'Other words' }),
    { definition: { ...definition, agent: null } },
    { definition: { ...definition, throttlePerMinute: 5 } },
  ]
  for (const body of refused) expect(await call('PUT', path, body, who)).toMatchObject(isOver)
  const raised = await call<Campaign>('PUT', path, withAgent({ budgetMicros: 600_000 }), who)
  expect(raised).toMatchObject({ status: 200, body: { data: { version: version + 1, status: 'completed' } } })
  expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 3 })
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 6, sent: 6, skipped: 0 })
  expect((await draftsOf(path, who)).reduce((sum, draft) => sum + draft.costMicros, 0)).toBe(600_000)
})

test('applies a raised budget to a send in flight', async () => {
  const { who, path } = await arrange(6, { budgetMicros: 300_000 }, { throttlePerMinute: 1 })
  await priceRuns(who, 100_000)
  await post(`${path}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(path, who),
    ({ stats }) => stats.sent === 1 && stats.skipped === 3,
  )
  await post(`${path}/pause`, undefined, who)
  const { definition } = await get<Campaign>(path, who)
  const raised = { ...definition, throttlePerMinute: 6_000, agent: { ...definition.agent, budgetMicros: 600_000 } }
  expect((await call('PUT', path, { definition: raised }, who)).status).toBe(200)
  expect(await post(`${path}/retry`, {}, who)).toEqual({ again: 3 })
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 6, sent: 6, skipped: 0 })
})

test('keeps the budget when a failed run cost nothing: it does not show the cost of a run', async () => {
  const { who, path } = await arrange(0, { budgetMicros: 200_000 })
  await addOdd(who, 1, 9)
  await priceRuns(who, 100_000, { butAbout: 'Oddly' })
  await failRuns(who, { about: 'Oddly' })
  await post(`${path}/send`, undefined, who)
  expect((await become(path, who, 'completed')).stats).toMatchObject({ total: 10, sent: 2, skipped: 8 })
  const micros = (await draftsOf(path, who)).reduce((sum, draft) => sum + draft.costMicros, 0)
  expect(micros).toBe(200_000)
})
