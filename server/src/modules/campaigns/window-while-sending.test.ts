import { expect, test } from 'vitest'
import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { weekdays } from '@imperium/contract/campaigns/campaigns.ts'
import { openCampaigns, untilIs } from '../../testing/campaigns/campaigns-app.ts'

const { call, get, post, addContacts, newcomer, makeText } = openCampaigns()

// Users pause campaigns to stop email at night: the window that the campaign shows must be the one in effect.
test('keeps a running send to the current window of its campaign, and continues when the window opens', async () => {
  const who = await newcomer()
  await addContacts(who, 8)
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
  // Without a pause: recipients that wait for the window are checked again immediately.
  await change({ window: null })
  expect((await untilIs(see, ({ status }) => status === 'completed')).stats.sent).toBe(8)
})

const closed = () => ({ from: '03:00', until: '04:00', days: [weekdays[(new Date().getUTCDay() + 2) % 7]] })
const hour = (fromNow: number) => `${String((new Date().getUTCHours() + fromNow + 24) % 24).padStart(2, '0')}:00`

test('stops messages when the window closes during a send, except those in flight', async () => {
  const who = await newcomer()
  await addContacts(who, 40)
  const { id } = await makeText(who, { throttlePerMinute: 300 })
  const see = () => get<Campaign>(`/campaigns/${id}`, who)
  const waiting = async () => (await get<ListedSend[]>(`/campaigns/${id}/sends`, who))[0]?.waiting ?? []
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(see, (campaign) => campaign.stats.sent > 0)
  await call('PUT', `/campaigns/${id}`, { definition: { ...(await see()).definition, window: closed() } }, who, 200)
  const { sent } = (await see()).stats
  const left = await untilIs(waiting, (found) => found.some(({ reason, count }) => reason === 'window' && count >= 40 - sent - 10))
  const { stats } = await see()
  expect(left).toMatchObject([{ reason: 'window', count: 40 - stats.sent }])
})

test('applies a window that is opened during a send to all waiting recipients', async () => {
  const who = await newcomer()
  await addContacts(who, 60, (n) => ({ timeZone: n % 2 ? 'Asia/Tokyo' : 'UTC' }))
  const open = { from: hour(-1), until: hour(2), days: [...weekdays] }
  const { id } = await makeText(who, { throttlePerMinute: 300, window: open })
  const see = () => get<Campaign>(`/campaigns/${id}`, who)
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(see, (campaign) => campaign.stats.sent > 0)
  const { definition } = await see()
  await call('PUT', `/campaigns/${id}`, { definition: { ...definition, window: null, throttlePerMinute: null } }, who, 200)
  expect((await untilIs(see, ({ status }) => status === 'completed')).stats.sent).toBe(60)
})

test('applies a lifted throttle during a send to all waiting messages', async () => {
  const who = await newcomer()
  await addContacts(who, 8)
  const { id } = await makeText(who, { throttlePerMinute: 1 })
  const see = () => get<Campaign>(`/campaigns/${id}`, who)
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(see, (campaign) => campaign.stats.sent > 0)
  // The next turn of the chunk is most of a minute away.
  await untilIs(
    () => get<ListedSend[]>(`/campaigns/${id}/sends`, who),
    ([send]) => Date.parse(send?.waiting[0]?.nextAt ?? '') > Date.now() + 30_000,
  )
  await call('PUT', `/campaigns/${id}`, { definition: { ...(await see()).definition, throttlePerMinute: null } }, who, 200)
  expect((await untilIs(see, ({ status }) => status === 'completed')).stats.sent).toBe(8)
})
