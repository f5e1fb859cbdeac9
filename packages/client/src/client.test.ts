import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { ImperiumError } from './error.ts'
import { waitBefore } from './repeats.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Sent {
  method: string
  url: string
  headers: Headers
  body: unknown
}
type Answer = Response | Error

const answer = (status: number, body: object, headers: Record<string, string> = {}): Response => Response.json(body, { status, headers })
const refusal = (status: number, code: string, headers = {}) =>
  answer(status, { success: false, error: 'No.', message: 'No.', code, requestId: 'r-1' }, headers)
const done = (data: unknown, nextCursor?: string | null) =>
  answer(200, { success: true, data, requestId: 'r', ...(nextCursor === undefined ? {} : { page: { nextCursor } }) })

/** A client whose server gives these answers, and what it was asked. */
function clientOf(...answers: Answer[]) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ method: init?.method ?? '', url: String(url), headers: new Headers(init?.headers), body: init?.body })
    const next = answers.shift()
    if (!next) throw new Error('The server was asked too often.')
    if (next instanceof Error) throw next
    return next
  }
  return { client: createClient({ baseUrl: 'https://imperium.example/', apiKey: 'imp_org_x', fetch }), sent }
}

/** The outcome after all waits. */
async function settle<T>(promise: Promise<T>): Promise<T | ImperiumError> {
  const caught = promise.catch((error: unknown) => {
    if (error instanceof ImperiumError) return error
    throw error
  })
  await vi.runAllTimersAsync()
  return caught
}

test('sends path, query, body and key, and reads the data', async () => {
  const { client, sent } = clientOf(done({ id: '1' }), done([]), answer(201, { success: true, data: { id: '2' } }))
  expect(await client.call('contacts.read', { params: { id: 'a/b' } })).toEqual({ id: '1' })
  await client.call('agents.list', { query: { q: 'a b', limit: 2 } })
  await client.call('contacts.create', { body: { email: 'ada@example.com' } })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://imperium.example/api/v1/contacts/a%2Fb',
    'GET https://imperium.example/api/v1/agents?q=a+b&limit=2',
    'POST https://imperium.example/api/v1/contacts',
  ])
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer imp_org_x')
  expect(sent[2]).toMatchObject({ body: '{"email":"ada@example.com"}' })
})

test('reads all pages, each with the cursor of the one before', async () => {
  const { client, sent } = clientOf(done([{ id: '1' }, { id: '2' }], 'next'), done([{ id: '3' }], null))
  const ids: string[] = []
  for await (const contact of client.each('contacts.list', { query: { tag: 'vip' } })) ids.push(contact.id)
  expect(ids).toEqual(['1', '2', '3'])
  expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['tag=vip', 'tag=vip&cursor=next'])
})

const lost = new TypeError('fetch failed')
const contact = { body: { email: 'ada@example.com' } }
const create = (client: ReturnType<typeof createClient>) => client.call('contacts.create', contact)
const update = (client: ReturnType<typeof createClient>) => client.call('webhooks.update', { params: { id: '1' }, body: {} })
const read = (client: ReturnType<typeof createClient>) => client.call('contacts.read', { params: { id: '1' } })

test.each([
  ['a read that got no answer', read, lost, 2],
  ['a read of a broken server', read, refusal(502, ''), 2],
  ['a write under a key', create, lost, 2],
  ['a write under a key that is still in progress', create, refusal(409, 'IDEMPOTENCY_IN_PROGRESS'), 2],
  ['a write without a key that was not begun', update, refusal(429, 'RATE_LIMITED', { 'retry-after': '2' }), 2],
  ['a write without a key that got no answer', update, lost, 1],
  ['a write without a key, of a broken server', update, refusal(500, 'INTERNAL'), 1],
  ['a conflict', create, refusal(409, 'CONFLICT'), 1],
  ['a refusal', read, refusal(403, 'FORBIDDEN'), 1],
  ['a wait that is too long', read, refusal(429, 'RATE_LIMITED', { 'retry-after': '3600' }), 1],
] as const)('%s', async (_what, act, first, attempts) => {
  const { client, sent } = clientOf(first instanceof Response ? first.clone() : first, done({ id: '1' }))
  const outcome = await settle(act(client) as Promise<unknown>)
  expect(sent).toHaveLength(attempts)
  expect(outcome instanceof ImperiumError).toBe(attempts === 1)
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('gives up after its repeats, and says how often it tried', async () => {
  const { client, sent } = clientOf(...Array.from({ length: 9 }, () => lost))
  expect(await settle(read(client))).toMatchObject({ kind: 'network', status: 0, attempts: 5, cause: lost })
  expect(sent).toHaveLength(5)
})

test('an abort ends a wait with its own reason', async () => {
  const { client, sent } = clientOf(lost)
  const stop = new AbortController()
  const call = client.call('contacts.read', { params: { id: '1' } }, { signal: stop.signal })
  const outcome = call.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1)
  stop.abort(new Error('Enough.'))
  expect(await outcome).toEqual(new Error('Enough.'))
  expect(sent).toHaveLength(1)
})

test('an error has the code, the key with its values, the fields and the request', async () => {
  const worded = { message: 'At most 5 agents', key: 'At most {max} agents', values: { max: 5 } }
  const { client } = clientOf(
    answer(422, {
      success: false,
      error: worded.message,
      ...worded,
      code: 'VALIDATION',
      errors: [{ path: 'body.name', message: 'Required' }],
      requestId: 'r-7',
    }),
  )
  expect(await settle(read(client))).toMatchObject({
    ...worded,
    status: 422,
    code: 'VALIDATION',
    requestId: 'r-7',
    errors: [{ path: 'body.name' }],
  })
})

test('waits grow, stay within their bounds, and add to what the server asks', () => {
  expect([1, 2, 3, 9].map((attempt) => waitBefore(attempt, null, () => 1))).toEqual([250, 500, 1000, 10_000])
  expect([1, 9].map((attempt) => waitBefore(attempt, null, () => 0))).toEqual([125, 5_000])
  expect(waitBefore(1, 2, () => 1)).toBe(2_250)
  expect(waitBefore(1, 61)).toBeNull()
})
