import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { openCampaigns, untilIs } from '../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

/** A campaign of every day for those with a tag, that has been launched. */
async function launchDaily(who: TestUser, definition: object = {}): Promise<string> {
  const rules = { match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: ['birthday'] }] }
  const segment = await post<{ id: string }>('/segments', { name: 'Birthday', rules }, who)
  const startAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  const made = await makeText(who, {
    audience: { kind: 'segments', include: [segment.id] },
    schedule: { type: 'recurring', startAt, timeZone: 'UTC', frequency: 'daily' },
    ...definition,
  })
  await post(`/campaigns/${made.id}/send`, undefined, who)
  return made.id
}
/** The next occurrence is due; returns all occurrences, newest first. */
async function occur(who: TestUser, id: string, number: number): Promise<CampaignSend[]> {
  await app().owner.query('update app.campaigns set next_at = now() where id = $1', [id])
  return untilIs(
    () => get<CampaignSend[]>(`/campaigns/${id}/sends`, who),
    (sends) => sends.length === number && sends.every(({ status }) => status === 'completed'),
  )
}
const numbers = (sends: CampaignSend[]) => sends.map(({ step, stats }) => [step, stats.total, stats.sent])

test('records an empty occurrence when a recurring campaign has no audience, and keeps the next as planned', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const id = await launchDaily(who)
  expect(numbers(await occur(who, id, 1))).toEqual([[1, 0, 0]])
  const after = await get<Campaign>(`/campaigns/${id}`, who)
  expect(after).toMatchObject({ status: 'running', pauseReason: '' })
  expect(Date.parse(after.nextAt ?? '')).toBeGreaterThan(Date.now())

  await call('PUT', `/contacts/${ana}`, { tags: ['birthday'] }, who, 200)
  expect(numbers(await occur(who, id, 2))).toEqual([
    [2, 1, 1],
    [1, 0, 0],
  ])
})

test('runs no agent and waits for no winner in an empty occurrence', async () => {
  const who = await newcomer()
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const written = await launchDaily(who, { agent: { agentId, budgetMicros: 1_000_000, review: true } })
  expect(numbers(await occur(who, written, 1))).toEqual([[1, 0, 0]])
  const variants = [{ name: 'B', share: 50, content: { text: 'Hi {{ first_name }}' } }]
  const tested = await newcomer()
  const split = await launchDaily(tested, { ab: { variants, testPercent: 20, winnerBy: 'responded', waitHours: 24 } })
  expect(numbers(await occur(tested, split, 1))).toEqual([[1, 0, 0]])
})

test('rejects the launch of a one-time campaign without an audience', async () => {
  const who = await newcomer()
  const { id } = await makeText(who)
  const refused = await call('POST', `/campaigns/${id}/send`, undefined, who, 422)
  expect(refused.body.errors).toContainEqual({ path: 'definition.audience', message: 'This audience has no contacts' })
})
