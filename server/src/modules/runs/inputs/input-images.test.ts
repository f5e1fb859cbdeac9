import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'
import { eraseRunsBefore } from '../erase-runs-store.ts'

let t: TestApp
let user: TestUser
let fake: FakeOpenAi
let runs: ReturnType<typeof runsOf>
let picture: Buffer
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  picture = await sharp({ create: { width: 2000, height: 1000, channels: 4, background: '#cc0000' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const upload = async (agent: string, payload: Buffer = picture, token = user.token) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const response = await t.app.inject({ method: 'POST', url: `/api/agents/${agent}/images`, headers, payload })
  return { status: response.statusCode, ...response.json<{ data: { id: string } }>() }
}
const uploaded = async (agent: string) => (await upload(agent)).data.id
const execute = (agent: string, body: object) =>
  t.call<{ runId: string }>('POST', `/api/agents/${agent}/execute`, { token: user.token, body })
const requestsOf = (model: string) => fake.requests.flatMap(({ body }) => (body?.model === model ? [body] : []))
const stored = async () => Number((await t.owner.query('select count(*) n from app.files where org_id = $1', [user.orgId])).rows[0]?.n)

test('the image of a message reaches a model that sees, also in the next turn, and goes with its run', async () => {
  await runs.serveModel(fake.url, 'sees', {}, { supportsVision: true })
  const agent = await runs.agent({ config: { model: 'sees' } })
  const image = await uploaded(agent)

  const first = await runs.ended((await execute(agent, { input: 'What is this?', images: [image] })).body.data.runId)
  expect(first).toMatchObject({ status: 'completed', inputImages: [image] })
  const next = await runs.ended((await execute(agent, { input: 'And its colour?', after: first.id })).body.data.runId)
  expect(next.status).toBe('completed')
  const parts = (index: number) =>
    requestsOf('sees')[index]?.messages[1]?.content as { type: string; text?: string; image_url?: { url: string } }[]
  expect(parts(0)[0]).toEqual({ type: 'text', text: 'What is this?' })
  const [head, data] = (parts(0)[1]?.image_url?.url ?? '').split(',')
  expect(head).toBe('data:image/jpeg;base64')
  expect(await sharp(Buffer.from(data ?? '', 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 768 })
  expect(parts(1)).toEqual(parts(0))
  const shown = await t.call('GET', `/api/runs/${first.id}/images/${image}`, { token: user.token })
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const { body } = await t.call<Run[]>('GET', `/api/runs/${next.id}/conversation`, { token: user.token })
  expect(body.data.map(({ inputImages }) => inputImages)).toEqual([[image], undefined])
  // The step records the id, not the bytes.
  expect(JSON.stringify(first.steps)).not.toContain('base64')
  expect(await stored()).toBe(1)
  await t.platform.db.withSystem((tx) => eraseRunsBefore(tx, user.orgId, new Date(Date.now() + 60_000), 100))
  expect(await stored()).toBe(0)
})

test('a model without vision is refused an image, and a blind fallback is told that one is missing', async () => {
  const blind = await runs.serveModel(fake.url, 'blind')
  const reader = await runs.agent({ config: { model: 'blind' } })
  const refused = await execute(reader, { input: 'Look', images: [await uploaded(reader)] })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('reads no images')
  const { body } = await t.call<CatalogueModel[]>('GET', '/api/ai-models/catalogue', { token: user.token })
  expect(body.data.find(({ modelId }) => modelId === 'blind')?.readsImages).toBe(false)
  await runs.serveModel('http://127.0.0.1:9', 'sees-but-down', { fallbackConfigId: blind }, { supportsVision: true })
  const agent = await runs.agent({ config: { model: 'sees-but-down' } })
  const run = await runs.ended((await execute(agent, { input: 'Look', images: [await uploaded(agent)] })).body.data.runId)
  expect(run.status, JSON.stringify(run.error)).toBe('completed')
  expect(requestsOf('blind').at(-1)?.messages[1]?.content).toBe('Look\n\n[1 attached image is not shown to you.]')
})

test('refuses images of other agents and organizations, files that are none, and too many', async () => {
  await runs.serveModel(fake.url, 'picky', {}, { supportsVision: true })
  const agent = await runs.agent({ config: { model: 'picky' } })
  const other = await runs.agent({ config: { model: 'picky' } })
  const images = [await uploaded(other)]
  expect((await execute(agent, { input: 'Look', images })).status).toBe(422)
  expect((await upload(agent, picture, (await t.register()).token)).status).toBe(404)
  expect((await upload(agent, Buffer.from('no picture'))).status).toBe(422)
  expect((await execute(other, { input: 'Look', images: [1, 2, 3, 4, 5].map(() => images[0]) })).status).toBe(422)
})
