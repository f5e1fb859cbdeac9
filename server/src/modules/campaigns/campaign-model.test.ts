import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

// Applies random sequences of operations through HTTP and compares status, version, sends and responses with a simple model.

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  const body = { email: `c${newId().slice(-10)}@example.com`, firstName: 'Con' }
  await t.call('POST', '/api/contacts', { token: user.token, body })
})
afterAll(() => t.close())

interface Model {
  status: Campaign['status'] | 'deleted'
  pausedFrom: 'scheduled' | 'running'
  version: number
  isTimed: boolean
  sends: number
}
const acts = ['send', 'pause', 'resume', 'change', 'rename', 'clone', 'remove'] as const
type Act = (typeof acts)[number]

const definition = (isTimed: boolean, text: string) => ({
  content: { text },
  audience: { kind: 'all' },
  schedule: isTimed ? { type: 'scheduled', startAt: '2099-01-01T09:00', timeZone: 'Europe/Berlin' } : { type: 'now' },
})

/** Applies the operation to the model; returns the status that HTTP must return. */
function expectOf(model: Model, act: Act): number {
  if (model.status === 'deleted') return 404
  const { status } = model
  if (act === 'send') {
    if (status !== 'draft') return 409
    model.status = model.isTimed ? 'scheduled' : 'running'
    model.sends += model.isTimed ? 0 : 1
  } else if (act === 'pause') {
    if (status !== 'running' && status !== 'scheduled') return 409
    model.pausedFrom = status
    model.status = 'paused'
  } else if (act === 'resume') {
    if (status !== 'paused') return 409
    model.status = model.pausedFrom
  } else if (act === 'change') {
    // A one-time campaign that has begun keeps its message.
    if (model.sends > 0) return 409
    model.version += 1
  } else if (act === 'clone') return 201
  else if (act === 'remove') {
    if (status === 'running') return 409
    model.status = 'deleted'
  }
  return 200
}

async function perform(id: string, act: Act, model: Model, n: number): Promise<number> {
  const call = async (method: string, path: string, body?: object) =>
    (await t.call(method, `/api/campaigns/${id}${path}`, { token: user.token, ...(body ? { body } : {}) })).status
  if (act === 'change') return call('PUT', '', { definition: definition(model.isTimed, `Words ${n}`) })
  if (act === 'rename') return call('PUT', '', { name: `Name ${n}` })
  if (act === 'remove') return call('DELETE', '')
  return call('POST', `/${act}`)
}

test('agrees with the model on status, version, sends and responses after any sequence of operations', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 12 }), async (isTimed, list) => {
      const body = { name: 'Model', channel: 'sms', definition: definition(isTimed, 'Words') }
      const made = await t.call<Campaign>('POST', '/api/campaigns', { token: user.token, body })
      const { id } = made.body.data
      const model: Model = { status: 'draft', pausedFrom: 'running', version: 1, isTimed, sends: 0 }
      for (const [n, act] of list.entries()) {
        const expected = expectOf(model, act)
        expect([act, await perform(id, act, model, n)]).toEqual([act, expected])
      }
      const { status, body: response } = await t.call<Campaign>('GET', `/api/campaigns/${id}`, { token: user.token })
      const seen =
        status === 404 ? { status: 'deleted', version: model.version } : { status: response.data.status, version: response.data.version }
      expect(seen).toEqual({ status: model.status, version: model.version })
      const { rows } = await t.owner.query<{ status: string }>('select status from app.campaign_sends where campaign_id = $1', [id])
      const sendStatus = { paused: ['paused'], running: ['building'], deleted: ['cancelled'] }[model.status as 'paused']
      expect(rows).toHaveLength(model.sends)
      expect(sendStatus === undefined || rows.every((row) => sendStatus.includes(row.status))).toBe(true)
    }),
    { numRuns: 40 },
  )
})
