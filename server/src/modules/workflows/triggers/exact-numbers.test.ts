import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

const big = '9007199254740993'
const rate = '0.12345678901234567891'

let t: TestApp
let user: TestUser
let received: string[] = []
/** A service that answers with long numbers and keeps what it is sent. */
const service = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    received.push(`${request.url} ${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id": ${big}, "ids":[1234567890123456789], "rate": ${rate}}`)
  })
})

beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' }, log: 'error' })
  user = await t.register()
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  await t.startWorkers()
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await t.close()
})

const at = (path: string) => `http://127.0.0.1:${(service.address() as AddressInfo).port}${path}`
type Step = [id: string, type: string, config: object]

/** A published workflow of steps one after the other; those of a condition go on at `yes`. */
async function publish(steps: Step[]): Promise<string> {
  const definition = {
    steps: steps.map(([id, type, config]) => ({ id, type, name: id, config })),
    edges: steps
      .slice(1)
      .map(([to], index) => ({ from: steps[index]?.[0], to, ...(steps[index]?.[1] === 'condition' ? { port: 'yes' } : {}) })),
  }
  const made = await t.call<WorkflowDetail>('POST', '/api/workflows', {
    token: user.token,
    body: { name: `Exact ${Math.random()}`, description: 'For tests', definition },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const published = await t.call('POST', `/api/workflows/${made.body.data.id}/publish`, { token: user.token, body: { revision: 1 } })
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return made.body.data.id
}

const post = async (path: string, payload: string) => {
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/hooks/${user.slug}/${path}`,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  return { status: response.statusCode, text: response.body }
}
const hook = (path: string): Step => ['start', 'trigger_webhook', { path, check: 'none', respond: 'workflow' }]

test('a number goes from an HTTP answer into the next request with all its digits', async () => {
  received = []
  await publish([
    hook('onward'),
    ['big', 'http', { method: 'GET', url: at('/bigint') }],
    [
      'post',
      'http',
      {
        method: 'POST',
        url: at('/echo?id={{ steps.big.body.id }}'),
        bodyType: 'json',
        json: { id: '{{ steps.big.body.id }}', all: '{{ steps.big.body }}' },
      },
    ],
    [
      'text',
      'http',
      { method: 'POST', url: at('/text'), bodyType: 'text', text: 'No {{ steps.big.body.ids[0] }} at {{ steps.big.body.rate }}' },
    ],
    ['answer', 'respond', { body: { id: '{{ steps.post.body.id }}' } }],
  ])
  expect(await post('onward', '{}')).toEqual({ status: 200, text: `{"id":${big}}` })
  expect(received).toEqual([
    '/bigint ',
    `/echo?id=${big} {"id":${big},"all":{"id":${big},"ids":[1234567890123456789],"rate":${rate}}}`,
    `/text No 1234567890123456789 at ${rate}`,
  ])
})

test('conditions, fields, code and another workflow keep what a webhook brought, and the history shows it', async () => {
  const child = await publish([
    ['start', 'trigger_manual', {}],
    [
      'code',
      'code',
      {
        input: { id: '{{ trigger.id }}', rate: '{{ trigger.rate }}' },
        source: 'return { next: input.id + 1n, rate: input.rate, half: input.rate / 2, text: `${input.id}` }',
      },
    ],
    ['stop', 'stop', { status: 'success', output: '{{ steps.code }}' }],
  ])
  const parent = await publish([
    hook('through'),
    [
      'check',
      'condition',
      {
        rules: [
          { left: '{{ trigger.body.id }}', operator: 'equals', right: big },
          { left: '{{ trigger.body.id }}', operator: 'gt', right: '9007199254740992' },
          { left: '{{ trigger.body.id }}', operator: 'not_equals', right: 9007199254740992 },
          { left: '{{ trigger.body.list }}', operator: 'contains', right: big },
          { left: '{{ trigger.body.rate }}', operator: 'lt', right: '0.12345678901234567892' },
        ],
      },
    ],
    [
      'keep',
      'set',
      {
        values: [
          { name: 'id', value: '{{ trigger.body.id }}' },
          { name: 'plus', value: '{{ trigger.body.id | plus: 2 }}' },
        ],
      },
    ],
    ['call', 'workflow', { workflowId: child, input: { id: '{{ vars.id }}', rate: '{{ trigger.body.rate }}' } }],
    ['end', 'stop', { status: 'success', output: { child: '{{ steps.call }}', plus: '{{ vars.plus }}', all: '{{ trigger.body }}' } }],
  ])
  const body = `{"id":${big},"list":[${big}],"rate":${rate},"note":"${'x'.repeat(9_000)}"}`
  // The run waits for the other workflow: it is left, and read again from the database.
  expect((await post('through', body)).status).toBe(202)
  const { id } = await until(async () => {
    const { rows } = await t.owner.query<{ id: string; status: string }>(
      'select id, status from app.workflow_runs where workflow_id = $1',
      [parent],
    )
    return rows[0] && rows[0].status !== 'running' && rows[0].status !== 'waiting' ? rows[0] : undefined
  })
  const shown = await t.app.inject({ method: 'GET', url: `/api/workflow-runs/${id}`, headers: { authorization: `Bearer ${user.token}` } })
  expect(shown.body).toContain(`"child":{"half":0.06172839450617284,"next":9007199254740994,"rate":${rate},"text":"${big}"}`)
  expect(shown.body).toContain(`"plus":"9007199254740995"`)
  expect(shown.body).toContain(`"id":${big},"list":[${big}],"note"`)
})

test('a number that cannot be kept or calculated with is refused with the reason', async () => {
  await publish([hook('refused'), ['code', 'code', { input: '{{ trigger.body.id }}', source: 'return input + 1' }]])
  expect(await post('refused', `{"id":1${'0'.repeat(2_000)}}`)).toMatchObject({
    status: 400,
    text: expect.stringContaining('too many digits') as string,
  })
  expect((await post('refused', `{"id":${big}}`)).status).toBe(500)
  const { rows } = await t.owner.query<{ error: { message: string } }>(
    `select error from app.workflow_steps where step_id = 'code' and status = 'failed'`,
  )
  expect(rows.map(({ error }) => error.message)).toEqual([expect.stringMatching(/bigint/i)])
})

test('a run that a person starts keeps the digits of its input', async () => {
  const id = await publish([
    ['start', 'trigger_manual', {}],
    ['stop', 'stop', { status: 'success', output: '{{ trigger.id }}' }],
  ])
  const started = await t.app.inject({
    method: 'POST',
    url: `/api/workflows/${id}/run`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    payload: `{"input":{"id":${big}}}`,
  })
  expect(started.statusCode, started.body).toBe(202)
  const { rows } = await t.owner.query<{ input: string }>('select input::text from app.workflow_runs where workflow_id = $1', [id])
  expect(rows).toEqual([{ input: `{"id": ${big}}` }])
})
