import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  await t.startWorkers()
})
afterAll(() => t.close())

const call = async <T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  expect([200, 201, 202], JSON.stringify(response.body)).toContain(response.status)
  return response.body.data
}

async function publish(path: string, step: object): Promise<string> {
  const start = { id: 'start', type: 'trigger_webhook', name: 'Start', config: { path, check: 'none' } }
  const definition = { steps: [start, { id: 'then', name: 'Then', ...step }], edges: [{ from: 'start', to: 'then' }] }
  const { id } = await call('POST', '/workflows', { name: path, description: 'For tests', definition })
  await call('POST', `/workflows/${id}/publish`, { revision: 1 })
  return id
}
const statusOf = async (id: string) =>
  (await t.owner.query<{ status: string }>('select status from app.workflow_runs where workflow_id = $1', [id])).rows[0]?.status
const receive = (path: string, body: object) => t.app.inject({ method: 'POST', url: `/api/hooks/${user.slug}/${path}`, payload: body })

test('removes an erased contact from all runs and cancels those that wait with its data', async () => {
  const email = 'ada.lovelace@example.com'
  const { id: contactId } = await call('POST', '/contacts', { email, firstName: 'Ada' })
  const wait = await publish('waits', { type: 'wait_webhook', config: { timeout: { amount: 1, unit: 'days' } } })
  const keep = await publish('keeps', { type: 'set', config: { values: [{ name: 'who', value: '{{ trigger.body.email }}' }] } })
  const other = await publish('others', { type: 'set', config: { values: [{ name: 'who', value: '{{ trigger.body.email }}' }] } })
  // The contact's address is only in a step's output, and there once in a value that is stored apart because of its size.
  const who = '{{ "ada.lovelace" }}@example.com'
  const small = await publish('finds', { type: 'set', config: { values: [{ name: 'who', value: who }] } })
  const large = await publish('finds-much', { type: 'set', config: { values: [{ name: 'who', value: `${who} {{ trigger.body.much }}` }] } })
  await receive('waits', { email: email.toUpperCase() })
  await receive('finds', {})
  await receive('finds-much', { much: 'x'.repeat(200_000) })
  await receive('keeps', { email })
  await receive('others', { email: 'grace@example.com' })
  await expect.poll(() => Promise.all([wait, keep, other].map(statusOf)), { timeout: 20_000 }).toEqual(['waiting', 'success', 'success'])
  await expect.poll(() => Promise.all([small, large].map(statusOf)), { timeout: 20_000 }).toEqual(['success', 'success'])
  const { rowCount } = await t.owner.query('select 1 from app.workflow_payloads where strpos(data::text, $1) > 0', [email])
  expect(rowCount).toBeGreaterThan(0)
  const file = await t.app.inject({ url: `/api/contacts/${contactId}/export`, headers: { authorization: `Bearer ${user.token}` } })
  expect(file.json<{ workflowRuns: object[] }>().workflowRuns).toHaveLength(4)
  await call('DELETE', `/contacts/${contactId}`)
  expect(await Promise.all([wait, keep, other].map(statusOf))).toEqual(['cancelled', 'success', 'success'])
  for (const table of ['workflow_runs', 'workflow_steps', 'workflow_live', 'workflow_payloads', 'workflow_waits', 'workflow_signals']) {
    const { rows } = await t.owner.query<{ row: string }>(`select lower(x::text) as row from app.${table} x`)
    expect(
      rows.filter(({ row }) => row.includes(email)),
      table,
    ).toEqual([])
  }
  const { rows } = await t.owner.query<{ input: object | null }>('select input from app.workflow_runs where workflow_id = $1', [other])
  expect(JSON.stringify(rows[0]?.input)).toContain('grace@example.com')
})

test('lists runs about a contact in its timeline, including runs with a step that concerned it', async () => {
  const email = 'grace.hopper@example.com'
  const to = '{{ trigger.body.email }}'
  const changes = await publish('changes', { type: 'contact', config: { email: to, addTags: ['pioneer'] } })
  await receive('changes', { email })
  await expect.poll(() => statusOf(changes), { timeout: 20_000 }).toBe('success')
  const [contact] = await call<{ id: string }[]>('GET', `/contacts?q=${email}`)
  const contactId = contact?.id ?? ''
  // She gave no consent: the step that would write to her concerns her nevertheless.
  const writes = await publish('writes', { type: 'email', config: { to, subject: 'Hello', text: 'Words' } })
  await receive('writes', { email })
  await expect.poll(() => statusOf(writes), { timeout: 20_000 }).toBe('success')
  const about = await publish('about', { type: 'set', config: { values: [{ name: 'who', value: 'Somebody' }] } })
  await call('POST', `/workflows/${about}/run`, { input: { contactId } })
  await expect.poll(() => statusOf(about), { timeout: 20_000 }).toBe('success')
  const reported = await call<TimelineEntry[]>('GET', `/contacts/${contactId}/timeline?kind=workflows`)
  expect(reported.map(({ type, title, link, detail }) => [type, title, link?.kind, detail['status']])).toEqual(
    ['about', 'writes', 'changes'].map((name) => ['workflow.run', name, 'workflow-run', 'success']),
  )
  await call('DELETE', `/contacts/${contactId}`)
  const { rows } = await t.owner.query(
    'select 1 from app.workflow_runs where contact_id = $1 union all select 1 from app.workflow_steps where contact_id = $1',
    [contactId],
  )
  expect(rows).toEqual([])
})

test('continues the caller of a run erased with a contact and ends the runs it called', async () => {
  const email = 'mary.somerville@example.com'
  const { id: contactId } = await call('POST', '/contacts', { email })
  const last = await publish('last', { type: 'wait_webhook', config: { timeout: { amount: 1, unit: 'days' } } })
  // Its output to the called run names the contact; its own input and that of its caller do not.
  const input = { of: '{{ "mary.somerville" }}@example.com' }
  const middle = await publish('middle', { type: 'workflow', config: { workflowId: last, input, wait: true } })
  const first = await publish('first', { type: 'workflow', config: { workflowId: middle, input: {}, wait: true } })
  await receive('first', { about: 'nobody' })
  await expect.poll(() => Promise.all([first, middle, last].map(statusOf)), { timeout: 20_000 }).toEqual(['waiting', 'waiting', 'waiting'])
  await call('DELETE', `/contacts/${contactId}`)
  await expect
    .poll(() => Promise.all([first, middle, last].map(statusOf)), { timeout: 20_000 })
    .toEqual(['failed', 'cancelled', 'cancelled'])
  const { rows } = await t.owner.query<{ error: object }>('select error from app.workflow_runs where workflow_id = $1', [first])
  expect(rows).toEqual([{ error: { code: 'WORKFLOW_FAILED', message: 'The run was erased with a contact' } }])
})
