import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, check, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { slack } from './slack.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const connection = connectionOf(slack, { apiKey: 'xoxb-1234-secret' })

test('the test names the workspace and tells the reason of a refusal', async () => {
  stub.respond({ body: { ok: true, team: 'Subarachnoid Workspace' } })
  expect(await check(stub, connection)).toBe('Subarachnoid Workspace')
  expect(stub.last()).toMatchObject({ method: 'POST', url: 'https://slack.com/api/auth.test' })
  stub.respond({ body: { ok: false, error: 'invalid_auth' } })
  await expect(check(stub, connection)).rejects.toThrow('invalid_auth')
})

test('sends a message', async () => {
  stub.respond({ body: { ok: true, channel: 'C123ABC456', ts: '1503435956.000247' } })
  await expect(act(stub, connection, 'send_message', { channel: '#sales', text: 'New lead' })).resolves.toMatchObject({ ok: true })
  expect(stub.last()).toMatchObject({
    method: 'POST',
    url: 'https://slack.com/api/chat.postMessage',
    headers: { authorization: 'Bearer xoxb-1234-secret' },
    body: { channel: '#sales', text: 'New lead' },
  })
})

test('lists channels over pages', async () => {
  stub.respond(
    { body: { ok: true, channels: [{ id: 'C1' }], response_metadata: { next_cursor: 'next==' } } },
    { body: { ok: true, channels: [{ id: 'C2' }], response_metadata: { next_cursor: '' } } },
  )
  expect(await act(stub, connection, 'list_channels', {})).toEqual({ items: [{ id: 'C1' }, { id: 'C2' }] })
  expect(stub.last().query).toMatchObject({ cursor: 'next==' })
})
