import { expect, test } from 'vitest'
import type { CampaignAnalytics, ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { openCampaigns } from '../../testing/campaigns/campaigns-app.ts'

const { app, call, get, newcomer, makeText } = openCampaigns()

type Who = Awaited<ReturnType<typeof newcomer>>

/** All pages one after the other, and how many rows each had. */
async function pagesOf<T>(path: string, limit: number, who: Who): Promise<{ rows: T[]; sizes: number[] }> {
  const rows: T[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const response: Awaited<ReturnType<typeof call<T[]>>> = await call(
      'GET',
      `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      undefined,
      who,
      200,
    )
    rows.push(...response.body.data)
    sizes.push(response.body.data.length)
    cursor = response.body.page?.nextCursor ?? null
  }
  return { rows, sizes }
}

test('every occurrence of a long campaign is listed, page by page, and its numbers are shown', async () => {
  const who = await newcomer()
  const { id } = await makeText(who)
  await app().owner.query(
    `with sends as (
       insert into app.campaign_sends (org_id, id, campaign_id, version, step, status)
       select $1, gen_random_uuid(), $2, 1, n, 'completed' from generate_series(1, 120) n returning id, step)
     insert into app.campaign_past_ends (org_id, send_id, variant, status, reason, people)
     select $1, id, 0, 'skipped', 'cap', 1 from sends`,
    [who.orgId, id],
  )
  const { rows, sizes } = await pagesOf<ListedSend>(`/campaigns/${id}/sends`, 50, who)
  expect(sizes).toEqual([50, 50, 20])
  expect(rows.map(({ step }) => step)).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n))
  const ofFirst = await get<CampaignAnalytics>(`/campaigns/${id}/analytics?sendId=${rows.at(-1)?.id}`, who)
  expect(ofFirst.reasons).toEqual([{ status: 'skipped', reason: 'cap', count: 1 }])
  expect((await get<CampaignAnalytics>(`/campaigns/${id}/analytics`, who)).reasons).toMatchObject([{ count: 120 }])
  const { body } = await call('GET', `/campaigns/${id}/sends?limit=1`, undefined, who, 200)
  const other = await makeText(who)
  expect((await call('GET', `/campaigns/${other.id}/sends?cursor=${body.page?.nextCursor}`, undefined, who)).status).toBe(422)
})

test('every version of a campaign is listed, page by page', async () => {
  const who = await newcomer()
  const { id } = await makeText(who)
  await app().owner.query(
    `insert into app.campaign_versions (org_id, campaign_id, version, definition, created_by)
     select org_id, campaign_id, n, definition, created_by from app.campaign_versions, generate_series(2, 60) n where campaign_id = $1`,
    [id],
  )
  const { rows, sizes } = await pagesOf<{ version: number }>(`/campaigns/${id}/versions`, 50, who)
  expect(sizes).toEqual([50, 10])
  expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n))
})
