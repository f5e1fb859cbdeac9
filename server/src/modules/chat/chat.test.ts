import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgentChat } from '@imperium/contract/chat.ts'
import type { Conversation, Message } from '@imperium/contract/messages.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'
import { openTurn } from './answer-visitor.ts'
import { takePlace } from './follow-chat.ts'
import { isOpenAt, startOfDay } from './opening-hours.ts'
import { chatSettings, publish, visit } from './testing/chat-visitor.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
let chat: AgentChat
let script: FakeReply[] = []
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  await runs.serveModel(fake.url, 'gpt-4o')
})
beforeEach(async () => {
  script = []
  agentId = await runs.agent({ name: 'Helper', config: { model: 'fake-model' }, capabilities: ['knowledge_search'] })
  chat = await publish(t, user.token, agentId)
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const call = async <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await t.call<T>(method, path, { token: user.token, ...(body ? { body } : {}) })).body.data
const publicId = () => chat.publicId ?? ''
const conversations = (query: string) => call<Message[]>('GET', `/api/messages?box=all&channel=chat&q=${encodeURIComponent(query)}`)
async function conversationOf(query: string): Promise<Conversation> {
  const [row] = await conversations(query)
  return call<Conversation>('GET', `/api/messages/${row?.id}`)
}

test('a visitor asks, the agent answers word by word, and members see it in Messages as done', async () => {
  const visitor = await visit(t, publicId())
  script = [{ text: 'We open at nine.', pieces: 4, chunkDelayMs: 60 }]
  const sent = await visitor.send('When does the llama shop open?')
  expect(sent.body.data).toMatchObject({ notice: null, status: { state: 'agent', isAnswering: true } })
  const events = await visitor.follow((event) => event.type === 'message' && event.message.from === 'agent', sent.body.data.message.id)
  const streamed = events.flatMap((event) => (event.type === 'text' ? event.delta : []))
  expect(streamed.length).toBeGreaterThan(1)
  expect('We open at nine.').toContain(streamed.join(''))
  expect((await visitor.thread()).messages.map(({ from, text }) => [from, text])).toEqual([
    ['visitor', 'When does the llama shop open?'],
    ['agent', 'We open at nine.'],
  ])
  const conversation = await conversationOf('llama shop')
  expect(conversation).toMatchObject({ channel: 'chat', status: 'closed', isRead: true, chatState: 'agent', blocked: null })
  expect(conversation.messages.map(({ direction, isByAgent, sender }) => [direction, isByAgent, sender])).toEqual([
    ['inbound', false, 'Visitor'],
    ['outbound', true, 'Helper'],
  ])
  await visitor.talk('And on Sundays?')
  const request = fake.requests.at(-1)?.body
  expect(request?.messages.slice(1).map(({ content }) => content)).toEqual([
    'When does the llama shop open?',
    'We open at nine.',
    'And on Sundays?',
  ])
  expect(String(request?.messages[0]?.content)).toContain('You are an AI')
})

test('one key is one message, and a second question waits for the answer', async () => {
  const visitor = await visit(t, publicId())
  script = [{ text: 'Slow', delayMs: 400 }]
  const key = crypto.randomUUID()
  const [first, again] = [await visitor.send('Once', key), await visitor.send('Once', key)]
  expect(again.body.data.message.id).toBe(first.body.data.message.id)
  expect((await visitor.send('Twice')).status).toBe(409)
  await until(async () => !(await visitor.thread()).status.isAnswering)
  expect((await visitor.thread()).messages).toHaveLength(2)
})

test('only allowed websites may show the chat; the page of the chat may while it is on', async () => {
  const foreign = await visit(t, publicId(), 'https://evil.example')
  expect(foreign.started.status).toBe(403)
  expect(foreign.started.headers['access-control-allow-origin']).toBeUndefined()
  const allowed = await visit(t, publicId())
  expect(allowed.started.headers['access-control-allow-origin']).toBe('https://shop.example')
  const preflight = (origin: string) =>
    t.app.inject({ method: 'OPTIONS', url: `/api/public/chats/${publicId()}/messages`, headers: { origin } })
  expect((await preflight('https://evil.example')).statusCode).toBe(403)
  expect((await preflight('https://shop.example')).headers['access-control-allow-headers']).toContain('x-chat-token')
  const ours = new URL(t.platform.config.publicUrl).origin
  expect((await visit(t, publicId(), ours)).started.status).toBe(201)
  const page = await t.app.inject({ method: 'GET', url: `/chat/${publicId()}` })
  expect(page.body).toContain(`data-agent="${publicId()}"`)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  await publish(t, user.token, agentId, { hasPage: false })
  expect((await visit(t, publicId(), ours)).started.status).toBe(403)
  expect((await t.app.inject({ method: 'GET', url: `/chat/${publicId()}` })).statusCode).toBe(404)
})

test('turning it off stops everything at once; a token is good for one chat', async () => {
  const visitor = await visit(t, publicId())
  script = [{ text: 'Never seen', delayMs: 5_000 }]
  await visitor.send('Are you there?')
  await publish(t, user.token, agentId, { enabled: false })
  expect((await visitor.ask('GET', '/messages')).status).toBe(404)
  expect((await visitor.send('Still?')).status).toBe(404)
  expect(await call('GET', `/api/agents/${agentId}`)).toMatchObject({ isPublic: false })
  const [run] = await call<{ id: string }[]>('GET', `/api/agents/${agentId}/runs`)
  expect(await runs.ended(run?.id ?? '')).toMatchObject({ status: 'cancelled' })
  const { origins } = await publish(t, user.token, agentId)
  expect(origins).toHaveLength(1)
  // The same switch at the agent: off ends what runs, and on needs the checks of the chat.
  const second = await visit(t, publicId())
  script = [{ text: 'Never seen', delayMs: 5_000 }]
  await second.send('Once more?')
  const turn = (isPublic: boolean) => t.call('PUT', `/api/agents/${agentId}`, { token: user.token, body: { isPublic } })
  expect((await turn(false)).status).toBe(200)
  expect((await second.ask('GET', '/messages')).status).toBe(404)
  const [later] = await call<{ id: string }[]>('GET', `/api/agents/${agentId}/runs`)
  expect(await runs.ended(later?.id ?? '')).toMatchObject({ status: 'cancelled' })
  expect((await turn(true)).status).toBe(409)
  await publish(t, user.token, agentId)
  const other = await publish(t, user.token, await runs.agent({ config: { model: 'fake-model' } }))
  const moved = await t.app.inject({ method: 'GET', url: `/api/public/chats/${other.publicId}/messages`, headers: visitor.headers })
  expect(moved.statusCode).toBe(401)
  const stranger = await t.register()
  expect((await t.call('PUT', `/api/agents/${agentId}/chat`, { token: stranger.token, body: chatSettings })).status).toBe(404)
})

test('limits: messages of a visitor, and the budget of a day with a clear end', async () => {
  await publish(t, user.token, agentId, { perHour: 2 })
  const visitor = await visit(t, publicId())
  await visitor.talk('One')
  await visitor.talk('Two')
  const third = await visitor.send('Three')
  expect([third.status, third.headers['retry-after'] !== undefined]).toEqual([429, true])
  const dear = await runs.agent({ name: 'Dear', config: { model: 'gpt-4o' } })
  chat = await publish(t, user.token, dear, { dailyBudgetMicros: 1 })
  const rich = await visit(t, publicId())
  script = [{ text: 'Costs', usage: { prompt: 100_000, completion: 1_000 } }]
  await rich.talk('First question of the ocelot')
  expect((await rich.send('Second question')).body.data).toMatchObject({ notice: 'budget', status: { isAnswering: false } })
  expect(await conversationOf('ocelot')).toMatchObject({ status: 'open', isRead: false })
  expect((await call<AgentChat>('GET', `/api/agents/${dear}/chat`)).spentTodayMicros).toBeGreaterThan(1)
  // What was queued before is asked again when it begins.
  const [run] = await call<{ id: string }[]>('GET', `/api/agents/${dear}/runs`)
  const begun = t.platform.db.withOrg(user.orgId, (tx) => openTurn(t.platform, tx, { id: run?.id ?? '', agent_id: dear }))
  expect(await begun).toMatchObject({ stop: 'budget' })
  const places = Array.from({ length: 100 }, (_, index) => takePlace(`session ${index}`, '198.51.100.7'))
  expect(() => takePlace('another', '198.51.100.7')).toThrow('Too many open event streams')
  takePlace('another', '198.51.100.8')()
  for (const release of places) release()
})

test('a person takes over when the visitor asks, answers in Messages, and hands back', async () => {
  const visitor = await visit(t, publicId())
  await visitor.talk('My order of the tapir is late')
  const person = await visitor.ask('POST', '/person', { email: 'Ada@Example.com' })
  expect(person.body.data).toMatchObject({ state: 'waiting', hasEmail: true })
  const calls = fake.count
  await visitor.send('Hello?')
  const waiting = await conversationOf('tapir')
  expect(waiting).toMatchObject({ status: 'open', isRead: false, chatState: 'waiting' })
  expect(waiting.messages.map(({ direction }) => direction)).toEqual(['inbound', 'outbound', 'internal', 'inbound'])
  expect(waiting.messages[0]).toMatchObject({ senderEmail: 'ada@example.com', senderVerified: false })
  await call('POST', `/api/messages/${waiting.id}/replies`, { message: 'I look into it.' })
  const seen = await visitor.thread()
  expect(seen.status.state).toBe('person')
  expect(seen.messages.map(({ from }) => from)).toEqual(['visitor', 'agent', 'visitor', 'person'])
  await visitor.send('Thanks')
  expect(fake.count).toBe(calls)
  script = [{ text: 'I am back.' }]
  await call('POST', `/api/messages/${waiting.id}/hand-back`)
  const back = await until(async () => {
    const now = await visitor.thread()
    return !now.status.isAnswering && now
  })
  expect(back.messages.at(-1)).toMatchObject({ from: 'agent', text: 'I am back.' })
  await visitor.talk('Good')
})

test('an answer in progress ends when a member takes over or a visitor asks for a person; a cancelled one is told', async () => {
  const begin = async (text: string) => {
    const visitor = await visit(t, publicId())
    script = [{ text: 'Never seen', delayMs: 5_000 }]
    await visitor.send(text)
    const [run] = await until(async () => {
      const found = await call<{ id: string; status: string }[]>('GET', `/api/agents/${agentId}/runs`)
      return found[0]?.status === 'running' && found
    })
    // The model must have the question: an answer that was never fetched would be given to the next test.
    await until(async () => script.length === 0)
    return { visitor, runId: run?.id ?? '' }
  }
  const taken = await begin('Question of the bilby')
  await call('POST', `/api/messages/${(await conversationOf('bilby')).id}/take-over`)
  expect(await runs.ended(taken.runId)).toMatchObject({ status: 'cancelled' })
  expect(await taken.visitor.thread()).toMatchObject({ messages: [{ from: 'visitor' }], status: { state: 'person', hasFailed: false } })
  const opened = t.platform.db.withOrg(user.orgId, (tx) => openTurn(t.platform, tx, { id: taken.runId, agent_id: agentId }))
  expect(await opened).toMatchObject({ stop: 'cancelled' })
  const handed = await begin('Question of the dingo')
  expect((await handed.visitor.ask('POST', '/person', { email: null })).body.data).toMatchObject({ state: 'waiting' })
  expect(await runs.ended(handed.runId)).toMatchObject({ status: 'cancelled' })
  const replied = await begin('Question of the emu')
  await call('POST', `/api/messages/${(await conversationOf('emu')).id}/replies`, { message: 'I answer.' })
  expect(await runs.ended(replied.runId)).toMatchObject({ status: 'cancelled' })
  expect((await replied.visitor.thread()).status).toMatchObject({ state: 'person', hasFailed: false })
  const cancelled = await begin('Question of the wombat')
  await call('POST', `/api/runs/${cancelled.runId}/cancel`)
  expect(await runs.ended(cancelled.runId)).toMatchObject({ status: 'cancelled' })
  expect((await cancelled.visitor.thread()).status).toMatchObject({ state: 'agent', hasFailed: true, isAnswering: false })
  expect(await conversationOf('wombat')).toMatchObject({ status: 'open', isRead: false })
})

test('the agent hands over with a summary, is silent, and members alone read the summary', async () => {
  const visitor = await visit(t, publicId())
  script = [
    { toolCalls: [{ id: 'h', name: 'hand_over', arguments: { summary: 'Wants a refund for the quokka.' } }] },
    { text: 'A person will take over.' },
  ]
  const thread = await visitor.talk('Refund my quokka!')
  expect(thread.status.state).toBe('waiting')
  expect(JSON.stringify(thread)).not.toContain('Wants a refund')
  const conversation = await conversationOf('quokka')
  const summary = { direction: 'internal', isByAgent: true, content: 'Wants a refund for the quokka.' }
  expect(conversation.messages).toContainEqual(expect.objectContaining(summary))
})

test('older messages are summarised by a run of their own, and the model reads the summary instead', async () => {
  const visitor = await visit(t, publicId())
  await visitor.talk('Question of the numbat 0')
  await t.owner.query(
    `insert into app.messages (org_id, id, conversation_id, direction, sender_name, body, status, by_agent, at)
     select m.org_id, uuidv7(), m.conversation_id, case when n % 2 = 0 then 'outbound' else 'inbound' end, 'x', 'Said ' || n, 'received', n % 2 = 0, now()
     from app.messages m cross join generate_series(1, 50) n where m.body = 'Question of the numbat 0'`,
  )
  script = [{ text: 'Answer' }, { text: 'SUMMARY OF OLD' }]
  await visitor.talk('Trigger')
  await until(async () => {
    const { rows } = await t.owner.query("select 1 from app.chat_sessions where summary = 'SUMMARY OF OLD'")
    return rows.length > 0
  })
  await visitor.talk('Last')
  const { messages = [] } = fake.requests.at(-1)?.body ?? {}
  expect(String(messages[0]?.content)).toContain('SUMMARY OF OLD')
  expect(messages.length).toBeLessThan(30)
})

test('a run that a dead worker left is finished by another, and the answer is there after the visitor comes back', async () => {
  const visitor = await visit(t, publicId())
  script = [{ text: 'Found again', delayMs: 500 }, { text: 'Found again' }]
  const sent = await visitor.send('Survive the potoroo')
  const [run] = await until(async () => {
    const found = await call<{ id: string; status: string }[]>('GET', `/api/agents/${agentId}/runs`)
    return found[0]?.status === 'running' && found
  })
  await t.owner.query('update app.runs set lease_owner = null, lease_until = null, due_at = now(), epoch = epoch + 1 where id = $1', [
    run?.id,
  ])
  const events = await visitor.follow((event) => event.type === 'message' && event.message.from === 'agent', sent.body.data.message.id)
  expect(events.filter(({ type }) => type === 'message')).toHaveLength(1)
  expect((await visitor.thread()).messages.map(({ text }) => text)).toEqual(['Survive the potoroo', 'Found again'])
})

/** Emails to an address, the newest last. */
const mailsTo = async (email: string): Promise<string[]> => {
  const { rows } = await t.owner.query<{ body_text: string }>(
    'select body_text from app.sandbox_mail where recipient = $1 order by accepted_at, id',
    [email],
  )
  return rows.map((row) => row.body_text)
}
const mailTo = (email: string, count: number): Promise<string> =>
  until(async () => {
    const mails = await mailsTo(email)
    return mails.length >= count && (mails[count - 1] ?? '')
  })
const openPage = (link: string, method: 'GET' | 'POST' = 'GET') => {
  const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return t.app.inject({ method, url: new URL(link).pathname, headers, ...(method === 'POST' ? { payload: 'end=1' } : {}) })
}

test('an address is mailed a code and no word of the visitor; with the code it is the contact, and a link shows the conversation', async () => {
  const { id: contactId } = await call<{ id: string }>('POST', '/api/contacts', { email: 'kea@example.com', firstName: 'Kea' })
  const visitor = await visit(t, publicId())
  await visitor.talk('Tell me about the axolotl')
  const asked = await visitor.ask<{ asksCode: boolean }>('POST', '/transcript', { email: 'Kea@Example.com' })
  expect(asked.body.data).toMatchObject({ asksCode: true, status: { hasEmail: true } })
  const first = await mailTo('kea@example.com', 1)
  expect(first).toContain('15 Minuten')
  expect(first).not.toContain('axolotl')
  const code = /\b\d{6}\b/.exec(first)?.[0] ?? ''
  // Claimed is not proved: no contact's conversation, for members and in what is exported of it.
  const claimed = await conversationOf('axolotl')
  expect(claimed).toMatchObject({ contactId: null, messages: [{ senderEmail: 'kea@example.com', senderVerified: false }, {}] })
  const exportOf = async () => JSON.stringify((await t.call('GET', `/api/contacts/${contactId}/export`, { token: user.token })).body)
  expect(await exportOf()).toMatch(/"claimedWebsiteChats":\[\{[^\]]*"isAddressProved":false[^\]]*axolotl/)
  const wrong = code === '000000' ? '000001' : '000000'
  const guess = await visitor.ask('POST', '/transcript/code', { code: wrong })
  expect([guess.status, (await conversationOf('axolotl')).contactId]).toEqual([422, null])

  expect((await visitor.ask('POST', '/transcript/code', { code })).status).toBe(200)
  expect(await conversationOf('axolotl')).toMatchObject({ contactId, messages: [{ senderVerified: true }, {}] })
  expect(await exportOf()).toContain('"claimedWebsiteChats":[]')
  expect((await visitor.ask('POST', '/transcript/code', { code })).status).toBe(422)
  const link = /https?:\/\/\S+\/conversation\/[\w-]+/.exec(await mailTo('kea@example.com', 2))?.[0] ?? ''
  await visitor.talk('And the potto?')
  const page = await openPage(link)
  expect([page.statusCode, page.body.includes('axolotl'), page.body.includes('potto')]).toEqual([200, true, false])
  expect((await openPage(link.replace(/.{5}$/, 'AAAAA'))).statusCode).toBe(404)
  expect((await openPage(link, 'POST')).statusCode).toBe(200)
  expect((await openPage(link)).statusCode).toBe(404)

  // A proved address needs no second code; another one is a claim again.
  const again = await visitor.ask<{ asksCode: boolean }>('POST', '/transcript', { email: 'kea@example.com' })
  expect(again.body.data.asksCode).toBe(false)
  const second = /https?:\/\/\S+\/conversation\/[\w-]+/.exec(await mailTo('kea@example.com', 3))?.[0] ?? ''
  expect((await openPage(second)).body).toContain('potto')
  await t.owner.query("update app.chat_transcript_links set expires_at = now() - interval '1 second' where org_id = $1", [user.orgId])
  expect((await openPage(second)).statusCode).toBe(404)
  await visitor.ask('POST', '/person', { email: 'other@example.com' })
  expect(await conversationOf('axolotl')).toMatchObject({ contactId: null, messages: [{ senderVerified: false }, {}, {}, {}, {}] })
})

test('a chat that was linked to a contact by a typed address alone is no contact’s after the upgrade', async () => {
  const { id: contactId } = await call<{ id: string }>('POST', '/api/contacts', { email: 'emu.old@example.com' })
  const visitor = await visit(t, publicId())
  await visitor.talk('Tell me about the wombat')
  await visitor.ask('POST', '/person', { email: 'emu.old@example.com' })
  await t.owner.query('update app.conversations set contact_id = $1 where id = $2', [contactId, (await conversationOf('wombat')).id])
  await t.owner.query(readFileSync(new URL('../../../migrations/0511_claimed_chats.sql', import.meta.url), 'utf8'))
  const { contactId: after, messages } = await conversationOf('wombat')
  expect([after, messages[0]?.senderEmail, messages[0]?.senderVerified]).toEqual([null, 'emu.old@example.com', false])
})

test('codes are few a day and soon spent, and go to no one who wants no mail', async () => {
  const visitor = await visit(t, publicId())
  await visitor.talk('Tell me about the quokka')
  await call('POST', '/api/suppressions', { channel: 'email', address: 'none@example.com' })
  expect((await visitor.ask('POST', '/transcript', { email: 'none@example.com' })).status).toBe(200)
  expect((await visitor.ask('POST', '/transcript', { email: 'roo@example.com' })).status).toBe(200)
  expect((await visitor.ask('POST', '/transcript', { email: 'roo@example.com' })).status).toBe(429)
  const code = /\b\d{6}\b/.exec(await mailTo('roo@example.com', 1))?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  for (let guess = 0; guess < 5; guess++) expect((await visitor.ask('POST', '/transcript/code', { code: wrong })).status).toBe(422)
  expect((await visitor.ask('POST', '/transcript/code', { code })).status).toBe(429)
  expect(await mailsTo('none@example.com')).toEqual([])
  // A new conversation is no way around: neither to the same address nor from the same network.
  const fresh = async (question: string) => {
    const made = await visit(t, publicId())
    await made.talk(question)
    return made
  }
  await t.owner.query("update auth.rate_hits set hits = 3 where key like 'chat-transcripts-address:%'")
  expect((await (await fresh('And the wombat?')).ask('POST', '/transcript', { email: 'roo@example.com' })).status).toBe(429)
  await t.owner.query("update auth.rate_hits set hits = 10 where key like 'chat-transcripts-network:%'")
  expect((await (await fresh('And the numbat?')).ask('POST', '/transcript', { email: 'new@example.com' })).status).toBe(429)
  await t.owner.query("delete from auth.rate_hits where key like 'chat-transcripts-network:%'")
  const alone = await visit(t, publicId())
  await alone.ask('POST', '/person', { email: null })
  expect((await alone.ask('POST', '/transcript', { email: 'victim@example.com' })).status).toBe(409)
})

test('a person who is erased takes along the conversations that only claim the address, from chat and runs', async () => {
  const { id: contactId } = await call<{ id: string }>('POST', '/api/contacts', { email: 'emu@example.com', firstName: 'Emu' })
  const visitor = await visit(t, publicId())
  await visitor.talk('Tell me about the dugong')
  await visitor.ask('POST', '/person', { email: 'emu@example.com' })
  const erased = await t.call('DELETE', `/api/contacts/${contactId}`, { token: user.token })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect(await conversations('dugong')).toEqual([])
  const { rows } = await t.owner.query(
    "select 1 from app.run_steps where to_jsonb(run_steps)::text like '%dugong%' union all select 1 from app.chat_sessions where email = 'emu@example.com'",
  )
  expect(rows).toEqual([])
})

test('opening hours and days are those of the time zone', () => {
  const hours = [{ day: 2, from: '09:00', to: '17:00' }]
  // A Tuesday in winter.
  const at = (time: string) => new Date(`2026-11-24T${time}:00Z`)
  expect([
    isOpenAt(hours, at('08:30'), 'Europe/Berlin'),
    isOpenAt(hours, at('16:30'), 'Europe/Berlin'),
    isOpenAt(hours, at('07:30'), 'UTC'),
  ]).toEqual([true, false, false])
  expect(isOpenAt(null, at('03:00'), 'UTC')).toBe(true)
  expect(startOfDay(at('23:30'), 'Europe/Berlin').toISOString()).toBe('2026-11-24T23:00:00.000Z')
})
