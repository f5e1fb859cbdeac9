import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

// 25 chunks of two messages each: one has a time of its own, the other waits with its chunk for the account.
test('counts the first due chunks of a long queue, and leaves out short waits', async () => {
  const { token, orgId } = await t.register()
  const { data: campaign } = (
    await t.call<{ id: string }>('POST', '/api/campaigns', { token, body: { name: 'Long queue', channel: 'email' } })
  ).body
  const sendId = newId()
  await t.owner.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $2, $3, 1, 1, 'sending')`,
    [orgId, sendId, campaign.id],
  )
  // The last chunk waits for a moment only, as a rate limit makes chunks do.
  await t.owner.query(
    `insert into app.campaign_chunks (org_id, send_id, chunk, total, next_at)
     select $1, $2, n, 2, now() + case when n = 25 then interval '5 seconds' else n * interval '1 hour' end from generate_series(1, 25) n`,
    [orgId, sendId],
  )
  await t.owner.query(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, reason, next_at)
     select $1, $2, gen_random_uuid(), $3, n, each.reason, case when each.reason is not null then now() + n * interval '1 hour' end
     from generate_series(1, 25) n, (values ('put_off'), (null)) each(reason)`,
    [orgId, sendId, campaign.id],
  )
  const read = async () => (await t.call<ListedSend[]>('GET', `/api/campaigns/${campaign.id}/sends`, { token })).body.data[0]?.waiting
  const waiting = (await read()) ?? []
  expect(waiting.map(({ reason, count, more }) => ({ reason, count, more }))).toEqual([
    { reason: 'put_off', count: 20, more: true },
    { reason: null, count: 20, more: true },
  ])
  const { rows } = await t.owner.query<{ own: Date; chunk: Date }>(
    `select (select min(next_at) from app.campaign_recipients where send_id = $1) as own, next_at as chunk
     from app.campaign_chunks where send_id = $1 and chunk = 1`,
    [sendId],
  )
  expect(waiting.map(({ nextAt }) => nextAt)).toEqual([rows[0]?.own.toISOString(), rows[0]?.chunk.toISOString()])
  await t.owner.query(`update app.campaign_sends set status = 'paused' where id = $1`, [sendId])
  expect(await read()).toEqual([])
})
