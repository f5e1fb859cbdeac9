import { expect, test } from 'vitest'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { CampaignRecipient, CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { openCampaigns, untilIs } from '../../testing/campaigns/campaigns-app.ts'

const { app, get, post, addContacts, newcomer, makeText } = openCampaigns()

type Story = Data<typeof campaignReports.why>

test('gives recipients that wait for the winner of an A/B test no variant before, and the winning one afterwards', async () => {
  const who = await newcomer()
  await addContacts(who, 12)
  const variants = [{ name: 'Bee', share: 50, content: { text: 'This is Bee' } }]
  const { id } = await makeText(who, { ab: { variants, testPercent: 50, winnerBy: 'manual' } })
  const path = `/campaigns/${id}`
  await post(`${path}/send`, undefined, who)
  const [send] = await untilIs(
    () => get<CampaignSend[]>(`${path}/sends`, who),
    ([each]) => each?.status === 'testing' && each.stats.sent === 6,
  )
  const listed = (query = '') => get<CampaignRecipient[]>(`${path}/recipients?${query}`, who)
  const waiting = (await listed()).filter(({ variant }) => variant === null)
  expect(waiting.map(({ status, reason, nextAt }) => [status, reason, nextAt])).toEqual(
    Array.from({ length: 6 }, () => ['queued', 'winner', null]),
  )
  expect(await listed('reason=winner')).toEqual(waiting)
  for (const variant of [0, 1]) {
    const found = await listed(`variant=${variant}`)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((each) => each.status !== 'queued' && each.variant === variant)).toBe(true)
  }
  const storyOf = () => get<Story>(`${path}/recipients/${waiting[0]?.contactId}`, who)
  const { answer: response, sends } = await storyOf()
  expect(response).toBe('It is queued: it waits for the variant that wins the A/B test.')
  expect(sends[0]?.recipient).toEqual(waiting[0])

  // Delays the decision, and then the sending after the decision.
  await app().owner.query("update app.campaign_sends set winner_due_at = '2100-01-01T00:00:00Z' where id = $1", [send?.id])
  expect((await storyOf()).sends[0]?.recipient?.nextAt).toBe('2100-01-01T00:00:00.000Z')
  await app().owner.query('update app.campaign_sends set winner = 1, winner_due_at = null where id = $1', [send?.id])
  expect((await storyOf()).sends[0]?.recipient).toMatchObject({ variant: 1, reason: null, nextAt: null })
  expect(await listed('reason=winner')).toEqual([])
  expect((await listed('variant=1')).map(({ contactId }) => contactId)).toEqual(
    expect.arrayContaining(waiting.map(({ contactId }) => contactId)),
  )
})
