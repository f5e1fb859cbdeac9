import { expect, test } from 'vitest'
import type { ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'

const { app, call, get, post, addContact, newcomer, makeText } = openCampaigns()

const entity = '1001234567890123456'
const template = '1007987654321098765'
const path = 'definition.content.dltTemplateId'
const message = 'Write the DLT template id of this message: this account is registered in India'

const accountOf = async (who: Awaited<ReturnType<typeof newcomer>>, channel: string): Promise<ChannelAccount> => {
  const found = (await get<ChannelAccount[]>('/channels/accounts', who)).find((each) => each.channel === channel)
  if (!found) throw new Error(`no account for ${channel}`)
  return found
}
const register = async (who: Awaited<ReturnType<typeof newcomer>>, dltEntityId: string, channel = 'sms') =>
  call('PUT', `/channels/accounts/${(await accountOf(who, channel)).id}`, { provider: 'sandbox', settings: { dltEntityId } }, who)
const kept = async (orgId: string) =>
  (
    await app().owner.query<{ recipient: string; dlt_entity_id: string; dlt_template_id: string }>(
      'select recipient, dlt_entity_id, dlt_template_id from app.sandbox_messages where org_id = $1 order by body',
      [orgId],
    )
  ).rows

test('reads records from before DLT ids as having none, and requires none for an account without an entity', async () => {
  const { content } = CampaignDefinition.parse({ content: { text: 'Hello' } })
  expect(content.dltTemplateId).toBe('')
  const who = await newcomer()
  await addContact(who)
  const { id } = await makeText(who)
  await app().owner.query("update app.campaigns set definition = definition #- '{content,dltTemplateId}' where id = $1", [id])
  expect((await get<Campaign>(`/campaigns/${id}`, who)).definition.content.dltTemplateId).toBe('')
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(
    () => kept(who.orgId),
    (rows) => rows.length > 0,
  )
  expect(await kept(who.orgId)).toMatchObject([{ dlt_entity_id: '', dlt_template_id: '' }])
})

test('an account registered in India launches only messages with a DLT template id, each variant its own', async () => {
  const who = await newcomer()
  await addContact(who, { phone: '+919876543210' })
  expect((await register(who, entity)).status).toBe(200)
  const variants = [{ name: 'B', content: { text: 'Hi' }, share: 50 }]
  const ab = { variants, testPercent: 100 }
  const campaign = await makeText(who, { ab })
  const ofB = 'definition.ab.variants.0.content.dltTemplateId'
  const both = [
    { path, message },
    { path: ofB, message },
  ]
  const launch = () => call('POST', `/campaigns/${campaign.id}/send`, undefined, who)
  const refused = await launch()
  expect([refused.status, refused.body.errors]).toEqual([422, both])
  await post(`/campaigns/${campaign.id}/dry-run`, undefined, who)
  const dry = await untilIs(
    () => get<DryRun>(`/campaigns/${campaign.id}/dry-run`, who),
    ({ status }) => status !== 'running',
  )
  expect(dry.result?.problems).toEqual(both)
  expect((await call('POST', `/campaigns/${campaign.id}/test`, { to: ['+919876543210'] }, who)).body.errors).toEqual([{ path, message }])

  const { definition } = campaign
  const content = { ...definition.content, dltTemplateId: template }
  const write = (next: object) => call('PUT', `/campaigns/${campaign.id}`, { definition: { ...definition, ...next } }, who)
  expect((await write({ content: { ...content, dltTemplateId: '1007 x' } })).body.errors).toMatchObject([{ path }])
  expect((await write({ content })).status).toBe(200)
  expect((await launch()).body.errors).toEqual([{ path: ofB, message }])
  expect((await write({ content, ab: null })).status).toBe(200)
  expect((await launch()).status).toBe(200)
  const rows = await untilIs(
    () => kept(who.orgId),
    (found) => found.length > 0,
  )
  expect(rows).toEqual([{ recipient: '+919876543210', dlt_entity_id: entity, dlt_template_id: template }])
})

test('makes a campaign wait when its account was registered after the launch, instead of sending what would be dropped', async () => {
  const who = await newcomer()
  await addContact(who)
  const { id } = await makeText(who, {
    schedule: { type: 'scheduled', startAt: '2100-01-01T09:00', timeZone: 'Etc/UTC' },
  })
  await post(`/campaigns/${id}/send`, undefined, who)
  await register(who, entity)
  await app().owner.query("update app.campaigns set next_at = now() - interval '1 second' where id = $1", [id])
  const paused = await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ status }) => status === 'paused' || status === 'completed',
  )
  expect(paused).toMatchObject({ status: 'paused', pauseReason: expect.stringContaining('DLT template id') })
  expect(await kept(who.orgId)).toEqual([])
})

test('only SMS accounts take an entity id', async () => {
  const who = await newcomer()
  const { status, body } = await register(who, entity, 'whatsapp')
  expect([status, body.errors]).toEqual([422, [{ path: 'settings.dltEntityId', message: 'Only SMS accounts can have a DLT entity id' }]])
  expect((await register(who, '', 'whatsapp')).status).toBe(200)
  expect((await register(who, '12 34')).status).toBe(422)
  await register(who, entity)
  expect((await accountOf(who, 'sms')).settings.dltEntityId).toBe(entity)
  await register(who, '')
  expect((await accountOf(who, 'sms')).settings.dltEntityId).toBe('')
})
