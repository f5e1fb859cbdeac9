import { hashToken, newToken } from '../../../platform/crypto/crypto.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const settings = (title: string) => ({
  enabled: true,
  hasPage: true,
  title,
  welcome: 'Hello',
  accent: null,
  origins: ['https://www.example.com'],
  perHour: 200,
  dailyBudgetMicros: null,
  openingHours: null,
  handsOver: true,
  mailsTranscript: true,
})

const published = new WeakMap<Setting['org'], { agent: string; chat: string }>()

/** One published agent for all requests of an organization. */
async function chatOf(setting: Setting): Promise<{ agent: string; chat: string }> {
  const known = published.get(setting.org)
  if (known) return known
  const agent = String((await setting.create('agents.create'))['id'])
  const saved = await setting.run('chat.save', { params: { id: agent }, body: settings(setting.word('Chat')) })
  const made = { agent, chat: String(saved['publicId']) }
  published.set(setting.org, made)
  return made
}

async function asVisitor(setting: Setting, more: Sample = {}): Promise<Sample> {
  const { chat } = await chatOf(setting)
  const { token } = await setting.run('chat.start', { params: { chat }, body: {} })
  return { params: { chat }, headers: { 'x-chat-token': String(token) }, ...more }
}

/** A visitor who asked for a person, and the conversation. */
async function asking(setting: Setting): Promise<{ visitor: Sample; id: string }> {
  const visitor = await asVisitor(setting)
  const address = `${setting
    .word('visitor')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}@example.com`
  await setting.run('chat.askPerson', { ...visitor, body: { email: address } })
  const { rows } = await setting.t.owner.query<{ id: string }>(
    'select conversation_id as id from app.chat_sessions where org_id = $1 and email = $2',
    [setting.org.id, address],
  )
  return { visitor, id: rows[0]?.id ?? '' }
}

const conversation = async (setting: Setting): Promise<Sample> => ({ params: { id: (await asking(setting)).id } })

/** A visitor's conversation that has an answer. */
async function mailable(setting: Setting): Promise<Sample> {
  const { visitor, id } = await asking(setting)
  await setting.run('messages.reply', { params: { id }, body: { message: 'Hello' } })
  return { ...visitor, body: { email: `visitor${crypto.randomUUID().slice(0, 8)}@example.com` } }
}

const emptyForm = { type: 'application/x-www-form-urlencoded', bytes: Buffer.from('end=1') }

/** A link to such a conversation. */
async function linked(setting: Setting): Promise<Sample> {
  const { id } = await asking(setting)
  await setting.run('messages.reply', { params: { id }, body: { message: 'Hello' } })
  const token = newToken()
  await setting.t.owner.query(
    `insert into app.chat_transcript_links (org_id, session_id, token_hash, expires_at, until_message)
     select s.org_id, s.id, $3, now() + interval '7 days', m.id from app.chat_sessions s
     join app.messages m on m.org_id = s.org_id and m.conversation_id = s.conversation_id
     where s.org_id = $1 and s.conversation_id = $2 and m.direction = 'outbound' limit 1`,
    [setting.org.id, id, hashToken(token)],
  )
  return { params: { chat: (await chatOf(setting)).chat, token } }
}

export const samples: Samples<'chat'> = {
  'chat.read': async (setting: Setting): Promise<Sample> => ({ params: { id: (await chatOf(setting)).agent } }),
  'chat.save': async (setting: Setting): Promise<Sample> => ({
    params: { id: String((await setting.create('agents.create'))['id']) },
    body: settings(setting.word('Chat')),
  }),
  'chat.takeOver': conversation,
  'chat.handBack': conversation,
  'chat.page': async (setting: Setting): Promise<Sample> => ({ params: { chat: (await chatOf(setting)).chat } }),
  'chat.describe': async (setting: Setting): Promise<Sample> => ({ params: { chat: (await chatOf(setting)).chat } }),
  'chat.start': async (setting: Setting): Promise<Sample> => ({ params: { chat: (await chatOf(setting)).chat }, body: {} }),
  'chat.thread': (setting: Setting) => asVisitor(setting),
  'chat.send': (setting: Setting) => asVisitor(setting, { body: { text: 'Hello', key: crypto.randomUUID() } }),
  'chat.events': (setting: Setting) => asVisitor(setting),
  'chat.askPerson': (setting: Setting) => asVisitor(setting, { body: {} }),
  'chat.mailTranscript': async (setting: Setting): Promise<Sample> => mailable(setting),
  'chat.proveAddress': async (setting: Setting): Promise<Sample> => {
    const visitor = await mailable(setting)
    await setting.run('chat.mailTranscript', visitor)
    const { email } = visitor.body as { email: string }
    // Only the reader of the email knows its code.
    await setting.t.owner.query(
      "update app.chat_address_codes set code_hash = sha256(convert_to('chat code ' || session_id || ' 123456', 'UTF8')) where org_id = $1 and email = $2",
      [setting.org.id, email],
    )
    return { ...visitor, body: { code: '123456' } }
  },
  'chat.openTranscript': linked,
  'chat.endTranscript': async (setting: Setting): Promise<Sample> => ({ ...(await linked(setting)), file: emptyForm }),
}
