import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const campaign = ({ word }: Setting) => ({
  name: word('Campaign'),
  description: 'Made by a sample',
  channel: 'email',
  definition: {
    content: { subject: 'News for {{ first_name | default: "you" }}', text: 'Hello {{ name | default: "there" }}' },
    audience: { kind: 'all' },
  },
})

const idOfNew = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('campaigns.create')).id) } })

/** A draft that is ready to launch: text messages need no sender and no postal address. */
const ready = async ({ create, run, word }: Setting): Promise<Sample> => {
  await create('contacts.create')
  const definition = { content: { text: 'Hello {{ name | default: "there" }}' }, audience: { kind: 'all' } }
  const made = await run('campaigns.create', { body: { name: word('Campaign'), channel: 'sms', definition } })
  return { params: { id: String(made['id']) } }
}
const launched = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('campaigns.send')).id) } })
const paused = async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('campaigns.pause')).id) } })

/** A campaign with a launch that waits for approval. */
const request = async (setting: Setting): Promise<Sample> => {
  const sample = await ready(setting)
  await setting.t.owner.query("update app.campaigns set approval = 'requested' where id = $1", [sample.params?.['id']])
  return sample
}

/** A send as the engine leaves it: two recipients, a test that waits for its winner, a message that waits for a decision, and two drafts. */
const sent = async (setting: Setting): Promise<Sample & { contactId: string }> => {
  const { t, org, create } = setting
  const first = String((await create('contacts.create')).id)
  const second = String((await create('contacts.create')).id)
  const sample = await launched(setting)
  const { rows } = await t.owner.query<{ id: string }>(
    "update app.campaign_sends set status = 'testing', total = 2 where campaign_id = $1 returning id",
    [sample.params?.['id']],
  )
  const sendId = rows[0]?.id
  await t.owner.query(
    "insert into app.campaign_chunks (org_id, send_id, chunk, status, total, sent, held) values ($1, $2, 0, 'done', 2, 1, 1)",
    [org.id, sendId],
  )
  for (const [contactId, status] of [
    [first, 'sent'],
    [second, 'held'],
  ]) {
    await t.owner.query(
      `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, address, sent_at)
       values ($1, $2, $3, $4, 0, $5, '+12025550123', case when $5 = 'sent' then now() end)`,
      [org.id, sendId, contactId, sample.params?.['id'], status],
    )
    await t.owner.query(
      "insert into app.campaign_drafts (org_id, send_id, contact_id, status, subject, body) values ($1, $2, $3, 'written', 'Subject', 'Body')",
      [org.id, sendId, contactId],
    )
  }
  return { ...sample, contactId: first }
}
const sentOne = async (setting: Setting): Promise<Sample> => ({ params: (await sent(setting)).params ?? {} })
const recipientOf = async (setting: Setting): Promise<Sample> => {
  const { params, contactId } = await sent(setting)
  return { params: { ...params, contactId } }
}
/** The same, in review. */
const reviewed = async (setting: Setting): Promise<Sample> => {
  const { params, contactId } = await sent(setting)
  await setting.t.owner.query("update app.campaign_sends set status = 'review' where campaign_id = $1", [params?.['id']])
  return { params: { ...params, contactId } }
}
/** A campaign that an agent writes, for a contact with an opt-in. */
const written = async ({ t, org, create, run, word }: Setting): Promise<Sample> => {
  const contactId = String((await create('contacts.create')).id)
  await t.owner.query('update app.contacts set phone = $2 where id = $1', [contactId, `+4366${String(Date.now()).slice(-9)}`])
  await t.owner.query(
    "insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, 'sms', 'marketing', 'granted', 'manual', now())",
    [org.id, contactId],
  )
  const agent = { agentId: (await create('agents.create')).id, budgetMicros: 1_000_000 }
  const definition = { content: { text: 'Hi' }, audience: { kind: 'all' }, agent }
  const made = await run('campaigns.create', { body: { name: word('Campaign'), channel: 'sms', definition } })
  return { params: { id: String(made['id']) } }
}
/** The same, with messages that failed. */
const failedOne = async (setting: Setting): Promise<Sample> => {
  const sample = await sentOne(setting)
  await setting.t.owner.query("update app.campaign_recipients set status = 'failed', reason = 'rejected' where campaign_id = $1", [
    sample.params?.['id'],
  ])
  return sample
}
const onlyId = ({ params }: Sample): Sample => ({ params: { id: params?.['id'] ?? '' } })

/** Requests of all campaign operations. */
export const samples: Samples<'campaigns'> = {
  'campaigns.list': () => ({ query: { limit: '2' } }),
  'campaigns.stats': () => ({}),
  'campaigns.create': (setting: Setting) => ({ body: campaign(setting) }),
  'campaigns.read': idOfNew,
  'campaigns.update': async (setting: Setting) => ({ ...(await idOfNew(setting)), body: { description: 'Changed by a sample' } }),
  'campaigns.send': ready,
  'campaigns.approve': request,
  'campaigns.reject': async (setting: Setting) => ({ ...(await request(setting)), body: { reason: 'Not this week' } }),
  'campaigns.pause': launched,
  'campaigns.resume': paused,
  'campaigns.clone': idOfNew,
  'campaigns.remove': idOfNew,
  'campaigns.versions': idOfNew,
  'campaigns.preview': () => ({ body: { channel: 'sms', content: { text: 'Hello {{ name | default: "there" }}' } } }),
  'campaigns.testSend': async (setting: Setting) => ({ ...(await ready(setting)), body: { to: ['+12025550123'] } }),
  'campaigns.dryRun': ready,
  'campaigns.readDryRun': async (setting: Setting) => {
    const sample = await ready(setting)
    await setting.run('campaigns.dryRun', sample)
    return sample
  },
  'campaigns.sends': launched,
  'campaigns.recipients': sentOne,
  'campaigns.why': recipientOf,
  'campaigns.messages': sentOne,
  'campaigns.analytics': sentOne,
  /** One that has completed: its stream ends. */
  'campaigns.events': async (setting: Setting) => {
    const sample = await idOfNew(setting)
    await setting.t.owner.query("update app.campaigns set status = 'completed' where id = $1", [sample.params?.['id']])
    return sample
  },
  'campaigns.chooseWinner': async (setting: Setting) => ({ ...(await sentOne(setting)), body: { variant: 0 } }),
  'campaigns.decideHeld': async (setting: Setting) => ({ ...(await sentOne(setting)), body: { decision: 'drop' } }),
  'campaigns.retryFailed': async (setting: Setting) => ({ ...(await failedOne(setting)), body: { reasons: ['rejected'] } }),
  'campaigns.drafts': async (setting: Setting) => onlyId(await reviewed(setting)),
  'campaigns.editDraft': async (setting: Setting) => ({ ...(await reviewed(setting)), body: { subject: 'New', body: 'Words' } }),
  'campaigns.decideDrafts': async (setting: Setting) => ({ ...onlyId(await reviewed(setting)), body: { decision: 'approve' } }),
  'campaigns.writeSamples': written,
  'campaigns.samples': written,
  'campaigns.compose': async ({ create }: Setting) => ({
    body: { agentId: (await create('agents.create')).id, brief: 'A spring sale', channel: 'email' },
  }),
  'campaigns.checklist': idOfNew,
  'campaigns.readComposition': async ({ create }: Setting) => ({ params: { id: String((await create('campaigns.compose')).runId) } }),
}

const twoCampaigns = async ({ create }: Setting): Promise<Sample> => {
  await create('campaigns.create')
  await create('campaigns.create')
  return {}
}

const twoDrafts = async (setting: Setting): Promise<Sample> => onlyId(await reviewed(setting))
const twoSends = async (setting: Setting): Promise<Sample> => {
  const sample = await launched(setting)
  await setting.t.owner.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, version, step, status)
     select org_id, gen_random_uuid(), id, version, n, 'completed' from app.campaigns, generate_series(11, 12) n where id = $1`,
    [sample.params?.['id']],
  )
  return sample
}
const twoVersions = async (setting: Setting): Promise<Sample> => {
  const sample = await idOfNew(setting)
  await setting.run('campaigns.update', { ...sample, body: { definition: { content: { text: 'Version two' } } } })
  return sample
}

export const pagedSamples: PagedSamples = {
  'campaigns.list': twoCampaigns,
  'campaigns.recipients': sentOne,
  'campaigns.drafts': twoDrafts,
  'campaigns.sends': twoSends,
  'campaigns.versions': twoVersions,
}
