import { expect, test } from 'vitest'
import type { ListedSend } from '@imperium/contract/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns.ts'
import { weekdays } from '@imperium/contract/campaigns.ts'
import { openCampaigns, untilIs } from '../../testing/campaigns/campaigns-app.ts'

const { call, get, post, addContact, newcomer, makeText } = openCampaigns()

// Stopping mail at night is why somebody pauses: what the campaign then shows must be what counts.
test('a send under way keeps to the send window that its campaign has now, and goes on when it is opened', async () => {
  const who = await newcomer()
  for (let n = 0; n < 8; n++) await addContact(who)
  const { id } = await makeText(who, { throttlePerMinute: 1 })
  const see = () => get<Campaign>(`/campaigns/${id}`, who)
  const waiting = async () => (await get<ListedSend[]>(`/campaigns/${id}/sends`, who))[0]?.waiting ?? []
  await post(`/campaigns/${id}/send`, undefined, who)
  const { stats } = await untilIs(see, (campaign) => campaign.stats.sent > 0)
  await post(`/campaigns/${id}/pause`, undefined, who)
  const change = async (changed: object) =>
    call('PUT', `/campaigns/${id}`, { definition: { ...(await see()).definition, ...changed } }, who, 200)
  // Open in three days, wherever the recipient is.
  const day = weekdays[(new Date().getUTCDay() + 2) % 7]
  await change({ window: { from: '03:00', until: '04:00', days: [day] }, throttlePerMinute: null })
  await post(`/campaigns/${id}/resume`, undefined, who)
  const waits = await untilIs(waiting, (found) => found.some(({ reason }) => reason === 'window'))
  expect(waits).toMatchObject([{ reason: 'window', count: 8 - stats.sent }])
  expect((await see()).stats.sent).toBe(stats.sent)
  // Without a pause: who waits for the window is looked at again at once.
  await change({ window: null })
  expect((await untilIs(see, ({ status }) => status === 'completed')).stats.sent).toBe(8)
})
