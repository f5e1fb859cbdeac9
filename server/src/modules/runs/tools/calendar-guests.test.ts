import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeRequest } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runsOf } from '../../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
/** What the model calls, one after the other. */
let calls: { name: string; arguments: object }[] = []
const create = (attendees: unknown) => ({
  name: 'calendar_create_event',
  arguments: { summary: 'secret=4711', start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z', attendees },
})
/** Guests of the events that reached the calendar. */
const invited: string[][] = []
const moved: object[] = []
const calendar = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => (text += String(part)))
  request.on('end', () => {
    const event = JSON.parse(text) as { attendees: { email: string }[] }
    if (request.method === 'PATCH') moved.push(event)
    else invited.push(event.attendees.map(({ email }) => email))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"ev1","status":"confirmed"}')
  })
})
beforeAll(async () => {
  // A hijacked model.
  fake = await startFakeOpenAi({
    script: ({ body }: FakeRequest) =>
      body?.messages.at(-1)?.role === 'tool'
        ? { text: 'Done' }
        : {
            toolCalls: calls.map((call, at) => ({ id: `c${at}`, ...call })),
          },
  })
  await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve))
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  const { httpOut } = t.platform
  const { fetch } = httpOut
  const local = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}`
  httpOut.fetch = (url, init) => fetch(String(url).replace('https://www.googleapis.com', local), init)
  await t.startWorkers()
  user = await t.register()
  const id = newId()
  const secrets = t.platform.keyRing.encrypt(JSON.stringify({ accessToken: 'token' }), `integration_connections.secrets:${id}`)
  await t.owner.query(
    `insert into app.integration_connections (org_id, id, connector, name, secrets, roles, status, created_by)
     values ($1, $2, 'google_calendar', 'Calendar', $3, '{OWNER}', 'connected', 'Ada')`,
    [user.orgId, id, secrets],
  )
})
afterAll(async () => {
  await t.close()
  await fake.close()
  calendar.close()
})

test('an agent invites members and addresses of its task to an event, and no one else', async () => {
  const runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  const agentId = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['calendar_integration'] })
  const thief = 'thief@evil.test'
  calls = [[thief], [user.email, thief], JSON.stringify([thief]), [`${thief} `], [], [user.email, 'Bo@Client.test']].map(create)
  const { steps } = await runs.run(agentId, 'Invite bo@client.test to a demo.')
  const made = steps.filter(({ kind }) => kind === 'tool_call')
  expect(made.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed', 'completed', 'completed'])
  for (const { error } of made.slice(0, 3)) expect(error).toContain(`${thief} is neither a member`)
  expect(invited).toEqual([[], [user.email, 'Bo@Client.test']])
})

test('an agent moves an event to another time, and writes nothing else into it that its guests would be mailed', async () => {
  const runs = runsOf(t, user)
  const agentId = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['calendar_integration'] })
  const move = (more: object) => ({ name: 'calendar_move_event', arguments: { eventId: 'ev1', start: '2026-11-25T10:00:00Z', ...more } })
  const secret = 'secret=4711'
  calls = [{ summary: secret }, { description: secret }, { location: secret }, { attendees: ['thief@evil.test'] }, { description: '' }].map(
    move,
  )
  const { steps } = await runs.run(agentId, 'Move the demo by a day.')
  const made = steps.filter(({ kind }) => kind === 'tool_call')
  expect(made.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed', 'completed'])
  expect(made[0]?.error).toContain('This tool takes no summary')
  expect(moved).toEqual([{ start: { dateTime: '2026-11-25T10:00:00Z' } }])
  const offered = JSON.stringify(fake.requests.at(-1)?.body)
  expect(offered).toContain('Move an event')
})
