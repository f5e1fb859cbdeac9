import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { ActivityEntry } from '@imperium/contract/activity.ts'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { get, operations, post } from '@imperium/contract/kit/operations.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import { onAgentUse } from '../modules/agents/index.ts'
import { searchIn } from '../modules/search/index.ts'
import { describedAct } from '../platform/audit/acts.ts'
import { onEvent } from '../platform/events/events.ts'
import { defineSignal, signal } from '../platform/events/live.ts'
import type { ModuleFactory } from '../platform/module.ts'
import { bindOperations } from '../platform/operations/context.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestUser } from './test-app.ts'

const lighthouses = operations('lighthouses', 'agents:read', {
  list: get('/lighthouses', 'List lighthouses', { reply: z.array(z.string()) }),
  light: post('/lighthouses/light', 'Light a lighthouse', { body: z.strictObject({ name: z.string() }) }),
})

const lighthouseLit = defineInternalEvent('lighthouse.lit', z.object({ name: z.string() }))
const lampChanged = defineSignal<{ orgId: string; name: string }>('lamp')

const seeded: string[] = []
const received: string[] = []

/** A module that no file of the product names. */
const lighthousesModule: ModuleFactory = (platform) => ({
  name: 'lighthouses',
  tables: [],
  operations: bindOperations(lighthouses, {
    list: async () => ['Alexandria'],
    light: async ({ body: { name } }, { tx, audit }) => {
      await platform.events.emit(tx, lighthouseLit, { name })
      await signal(tx, lampChanged({ orgId: tx.orgId, name }))
      audit({ targetName: name })
      return null
    },
  }),
  acts: { sentences: { 'lighthouses.light': describedAct('change', '{actor} lit {target}') } },
  emits: [lighthouseLit],
  events: [
    onEvent({
      event: lighthouseLit,
      name: 'lighthouses.hear',
      run: async ({ event, payload: { name } }) => void received.push(`${event} ${name}`),
    }),
  ],
  seedOrganization: async (tx) => void seeded.push(tx.orgId),
  exportPerson: async () => ({ lighthouses: [{ name: 'Alexandria' }] }),
  rewrapSecrets: async () => ({ rewrapped: 1, unreadable: [] }),
  extensions: [
    onAgentUse(async () => ['lighthouse Alexandria']),
    searchIn({
      permission: 'agents:read',
      order: 90,
      find: async (_tx, q) =>
        'alexandria'.includes(q.toLowerCase())
          ? [{ kind: 'lighthouse', id: 'alexandria', title: 'Alexandria', detail: 'Lighthouse', link: 'lighthouses' }]
          : [],
    }),
  ],
})

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ modules: [lighthousesModule] })
  user = await t.register()
})
afterAll(() => t.close())

test('serves the operations of a module from outside', async () => {
  const { status, body } = await t.call<string[]>('GET', '/api/lighthouses', { token: user.token })
  expect([status, body.data]).toEqual([200, ['Alexandria']])
  expect((await t.call('GET', '/api/lighthouses')).status).toBe(401)
})

test('searches what a module from outside offers', async () => {
  const { body } = await t.call<SearchHit[]>('GET', '/api/search?q=alexandria', { token: user.token })
  expect(body.data.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['lighthouse Alexandria'])
})

test('asks a module from outside before an agent is deleted', async () => {
  const made = await t.call<{ id: string }>('POST', '/api/agents', { token: user.token, body: { name: 'Keeper', type: 'SALES' } })
  const refused = await t.call('DELETE', `/api/agents/${made.body.data.id}`, { token: user.token })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toContain('lighthouse Alexandria')
})

test('delivers events and signals of a module from outside, and words its acts', async () => {
  const lamps: string[] = []
  const off = t.platform.live.on(lampChanged, ({ name }) => lamps.push(name))
  await t.startWorkers()
  expect((await t.call('POST', '/api/lighthouses/light', { token: user.token, body: { name: 'Pharos' } })).status).toBe(200)
  await expect.poll(() => received).toEqual(['lighthouse.lit Pharos'])
  await expect.poll(() => lamps).toEqual(['Pharos'])
  off()
  const { body } = await t.call<ActivityEntry[]>('GET', '/api/activity?q=lit&type=change', { token: user.token })
  expect(body.data.map(({ sentence, values }) => [sentence, values['target']])).toEqual([['{actor} lit {target}', 'Pharos']])
})

test('seeds organizations, exports people and rewraps secrets by the manifest', async () => {
  expect(seeded).toContain(user.orgId)
  const sections = await t.platform.exportPerson({ userId: user.userId, orgIds: [user.orgId] })
  expect(sections.lighthouses).toEqual([{ name: 'Alexandria' }])
  expect(await t.modules.find(({ name }) => name === 'lighthouses')?.rewrapSecrets?.()).toEqual({ rewrapped: 1, unreadable: [] })
})
