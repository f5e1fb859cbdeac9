import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentCapability } from '@imperium/contract/agents.ts'
import type { RunDetail } from '@imperium/contract/runs.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'
import { eraseRunsBefore } from '../erase-runs-store.ts'

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsOf>
const received: unknown[] = []
let reply: () => { status: number; body: unknown }
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push([request.url, JSON.parse(Buffer.concat(parts).toString())])
    const { status, body } = reply()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
})
afterAll(async () => {
  await t.close()
  server.close()
})

const draw = async (agentId: string) => {
  const run = await runs.run(agentId, 'Please draw a lighthouse')
  const step = run.steps.find(({ kind }) => kind === 'tool_call')
  return { run, step, image: (step?.output as { image?: string } | null)?.image ?? '' }
}
const read = (run: RunDetail, image: string, token = user.token) => t.call('GET', `/api/runs/${run.id}/images/${image}`, { token })
const serving = async () =>
  (await t.call<AgentCapability[]>('GET', '/api/agents/capabilities', { token: user.token })).body.data.find(
    ({ capability }) => capability === 'image_generation',
  )
const stored = async () => Number((await t.owner.query('select count(*) n from app.files where org_id = $1', [user.orgId])).rows[0]?.n)

test('the sandbox draws a labelled placeholder, which only readers of the run see and which goes with it', async () => {
  expect(await serving()).toMatchObject({ isReady: true, isSandbox: true })
  const agentId = await runs.agent({ config: { model: 'sandbox' }, capabilities: ['image_generation'] })
  const { run, step, image } = await draw(agentId)
  expect(step, JSON.stringify(step)).toMatchObject({ status: 'completed', costMicros: 0, output: { isSandbox: true } })
  const shown = await read(run, image)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const other = await runs.run(agentId, 'Hello')
  expect((await read(other, image)).status).toBe(404)
  expect((await read(run, image, (await t.register()).token)).status).toBe(404)
  expect(await stored()).toBe(1)
  await t.platform.db.withSystem((tx) => eraseRunsBefore(tx, user.orgId, new Date(Date.now() + 60_000), 100))
  expect([await stored(), (await read(run, image)).status]).toEqual([0, 404])
})

test('a configured model makes the image; its price counts to run, meter and budget', async () => {
  const provider = await t.call<{ id: string }>('POST', '/api/ai-models/providers', {
    token: user.token,
    body: {
      code: 'images',
      name: 'images',
      displayName: 'Images',
      apiBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    },
  })
  const config = {
    providerId: provider.body.data.id,
    modelId: 'gpt-image-1',
    displayName: 'Painter',
    apiKey: ['sk', 'images', '0123456789'].join('-'),
  }
  expect((await t.call('POST', '/api/ai-models/configs', { token: user.token, body: { ...config, maxTokens: 4_000 } })).status).toBe(201)
  expect(await serving()).toEqual({ capability: 'image_generation', isReady: true, servedBy: 'Painter', isSandbox: false })
  const png = await sharp({ create: { width: 1_200, height: 1_200, channels: 3, background: '#205080' } })
    .png()
    .toBuffer()
  reply = () => ({ status: 200, body: { created: 1, data: [{ b64_json: png.toString('base64') }] } })
  const capabilities = ['image_generation']
  const agentId = await runs.agent({ config: { model: 'sandbox' }, capabilities, monthlyBudgetMicros: 50_000 })
  const { run, step, image } = await draw(agentId)
  expect(step, JSON.stringify(step)).toMatchObject({
    status: 'completed',
    costMicros: 42_000,
    output: { model: 'Painter', isSandbox: false },
  })
  expect(run.costMicros).toBe(42_000)
  expect(received).toEqual([
    ['/v1/images/generations', expect.objectContaining({ model: 'gpt-image-1', n: 1, prompt: expect.stringContaining('lighthouse') })],
  ])
  expect((await read(run, image)).status).toBe(200)
  expect((await runs.metered(agentId))['costMicros']).toBe(42_000)
  // Another one would exceed the budget: nothing is asked of the provider.
  expect((await draw(agentId)).run).toMatchObject({ status: 'failed', error: { code: 'budget_exceeded' } })
  expect(received).toHaveLength(1)
  reply = () => ({ status: 200, body: { created: 1, data: [{ b64_json: Buffer.from('<svg onload="x"/>').toString('base64') }] } })
  const hostile = await draw(await runs.agent({ config: { model: 'sandbox' }, capabilities }))
  expect(hostile.step).toMatchObject({ status: 'failed', output: null })
  reply = () => ({ status: 400, body: { error: { message: 'Your request was rejected by the safety system.' } } })
  const refused = await draw(await runs.agent({ config: { model: 'sandbox' }, capabilities }))
  expect(refused.step?.error).toContain('safety system')
})
