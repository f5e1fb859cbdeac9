import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** A sender of its own: a place has one agent. */
const place = async (setting: Setting): Promise<Record<string, unknown>> => ({
  channel: 'email',
  senderId: String((await setting.create('channels.createSender'))['id']),
  agentId: String((await setting.create('agents.create'))['id']),
})

async function saved(setting: Setting): Promise<Sample> {
  const { id } = await setting.create('channel-agents.create')
  const { channel: _channel, ...body } = await place(setting)
  return { params: { id: String(id) }, body: { ...body, mode: 'auto' } }
}

const conversation = async ({ create }: Setting): Promise<string> => String((await create('messages.create'))['id'])

/** A draft of an agent in a conversation with a contact. */
async function draft(setting: Setting): Promise<{ id: string; draftId: string }> {
  const id = await conversation(setting)
  const draftId = crypto.randomUUID()
  await setting.t.owner.query(
    `insert into app.reply_drafts (org_id, id, conversation_id, agent_name, run_id, body) values ($1, $2, $3, 'Helper', $2, $4)`,
    [setting.org.id, draftId, id, setting.word('Draft')],
  )
  return { id, draftId }
}

export const samples: Samples<'channel-agents'> = {
  'channel-agents.list': (): Sample => ({}),
  'channel-agents.create': async (setting: Setting) => ({ body: await place(setting) }),
  'channel-agents.save': saved,
  'channel-agents.remove': async (setting: Setting) => ({ params: { id: String((await setting.create('channel-agents.create'))['id']) } }),
  'channel-agents.askDraft': async (setting: Setting) => ({
    params: { id: await conversation(setting) },
    body: { agentId: String((await setting.create('agents.create'))['id']) },
  }),
  'channel-agents.sendDraft': async (setting: Setting) => ({ params: await draft(setting), body: { message: setting.word('Reply') } }),
  'channel-agents.discardDraft': async (setting: Setting) => ({ params: await draft(setting) }),
}
