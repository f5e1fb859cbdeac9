import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { untilIs, openCampaigns } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

/** A campaign with all drafts written, waiting for a review. */
async function arrange(contacts: number) {
  const who = await newcomer()
  const ids: string[] = []
  for (let n = 0; n < contacts; n++) ids.push(await addContact(who))
  const { id: agentId } = await post<{ id: string }>('/agents', { name: 'Writer', type: 'SALES' }, who)
  const { id } = await makeText(who, { agent: { agentId, budgetMicros: 50_000_000, review: true } })
  const path = `/campaigns/${id}`
  await post(`${path}/send`, undefined, who)
  await become(path, who, (each) => each.needsReview)
  return { who, path, ids }
}

const become = (path: string, who: TestUser, isThere: (campaign: Campaign) => boolean) =>
  untilIs(() => get<Campaign>(path, who), isThere, 30_000)

test('reviews a paused campaign; decisions and edits are sent after the resume, not before', async () => {
  const { who, path, ids } = await arrange(3)
  const [ana, ben] = ids
  expect(await post<Campaign>(`${path}/pause`, undefined, who)).toMatchObject({ status: 'paused', needsReview: true })
  expect((await call('PUT', `${path}/drafts/${ana}`, { subject: '', body: 'Corrected' }, who)).status).toBe(200)
  expect(await post(`${path}/drafts/decide`, { decision: 'reject', contactIds: [ben] }, who)).toEqual({ decided: 1, left: 2 })
  expect(await get<Campaign>(path, who)).toMatchObject({ status: 'paused', needsReview: true })
  expect(await post(`${path}/drafts/decide`, { decision: 'approve' }, who)).toEqual({ decided: 2, left: 0 })
  expect(await get<Campaign>(path, who)).toMatchObject({ status: 'paused', needsReview: false, stats: { sent: 0, skipped: 0 } })
  expect((await call('POST', `${path}/drafts/decide`, { decision: 'approve' }, who)).status).toBe(409)
  await post(`${path}/resume`, undefined, who)
  expect((await become(path, who, ({ status }) => status === 'completed')).stats).toMatchObject({ sent: 2, skipped: 1 })
  const messages = await get<{ contactId: string; text: string }[]>(`${path}/messages`, who)
  expect(messages.find(({ contactId }) => contactId === ana)?.text).toMatch(/^Corrected /)
  const recipients = await get<CampaignRecipient[]>(`${path}/recipients`, who)
  expect(recipients.find(({ contactId }) => contactId === ben)?.reason).toBe('agent_rejected')
})

test('continues an unfinished review after the resume, with the decisions made during the pause', async () => {
  const { who, path, ids } = await arrange(2)
  await post(`${path}/pause`, undefined, who)
  await post(`${path}/drafts/decide`, { decision: 'approve', contactIds: [ids[0]] }, who)
  expect(await post<Campaign>(`${path}/resume`, undefined, who)).toMatchObject({ status: 'running', needsReview: true })
  expect(await post(`${path}/drafts/decide`, { decision: 'approve' }, who)).toEqual({ decided: 1, left: 0 })
  expect((await become(path, who, ({ status }) => status === 'completed')).stats).toMatchObject({ sent: 2 })
})

test('leaves nothing waiting when two members decide about the last two messages concurrently', async () => {
  const { who, path, ids } = await arrange(2)
  // Slows each decision down so that the other one begins meanwhile.
  await app().owner
    .query(`create function app.ponder() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
    create trigger ponder after update on app.campaign_drafts for each row execute function app.ponder()`)
  const decide = (id: string) => post<{ left: number }>(`${path}/drafts/decide`, { decision: 'approve', contactIds: [id] }, who)
  const responses = await Promise.all(ids.map(decide))
  await app().owner.query('drop function app.ponder() cascade')
  expect(responses.map(({ left }) => left).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect((await become(path, who, ({ status }) => status === 'completed')).stats).toMatchObject({ sent: 2 })
})
