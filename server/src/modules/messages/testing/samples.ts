import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** To a contact: all members who may read messages see such a conversation. */
const newMessage = async ({ create, word }: Setting, attachmentIds: string[] = []): Promise<Sample> => {
  const contact = await create('contacts.create')
  const to = { kind: 'contact', contactId: String(contact.id), channel: 'email' }
  return { body: { to, subject: word('Subject'), message: word('Words'), attachmentIds } }
}

const conversation = async ({ create }: Setting) => ({ id: String((await create('messages.create')).id) })
const file: Sample = { query: { name: 'note.txt' }, file: { type: 'text/plain', bytes: Buffer.from('A note.') } }

export const samples: Samples<'messages'> = {
  'messages.list': (): Sample => ({}),
  'messages.stats': (): Sample => ({}),
  'messages.recipients': (): Sample => ({ query: { q: 'a' } }),
  'messages.create': (setting: Setting) => newMessage(setting),
  'messages.read': async (setting: Setting) => ({ params: await conversation(setting) }),
  'messages.reply': async (setting: Setting) => ({ params: await conversation(setting), body: { message: setting.word('Answer') } }),
  'messages.mark': async (setting: Setting) => ({ params: await conversation(setting), body: { isRead: true, isFlagged: true } }),
  'messages.assign': async (setting: Setting) => ({
    params: await conversation(setting),
    body: { assigneeId: setting.org.people.MEMBER.userId, status: 'open' },
  }),
  'messages.templates': (): Sample => ({}),
  'messages.decide': async (setting: Setting) => {
    const { id } = await conversation(setting)
    const { rows } = await setting.t.owner.query<{ id: string }>(
      "update app.messages set status = 'held' where conversation_id = $1 returning id",
      [id],
    )
    return { params: { id, messageId: String(rows[0]?.id) }, body: { decision: 'sent' } }
  },
  'messages.prioritize': async (setting: Setting) => ({ params: await conversation(setting), body: { priority: 'high' } }),
  'messages.remove': async (setting: Setting) => ({ params: await conversation(setting) }),
  'messages.attach': (): Sample => file,
  'messages.attachment': async (setting: Setting) => {
    const { id } = await setting.create('messages.attach')
    const { attachmentIds: _none, ...body } = (await newMessage(setting)).body as { attachmentIds: string[] }
    const made = await setting.run('messages.create', { body: { ...body, attachmentIds: [String(id)] } })
    if (!made.id) throw new Error('no conversation was made')
    return { params: { id: String(id) } }
  },
}

/** Two conversations, as seen by the owner who wrote them. */
const twoConversations = async ({ create }: Setting): Promise<Sample> => {
  await create('messages.create')
  await create('messages.create')
  return { query: { box: 'sent' } }
}

export const pagedSamples: PagedSamples = {
  'messages.list': twoConversations,
}
