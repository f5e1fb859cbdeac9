import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { createFakeClock } from '../../../../testing/fake-clock.ts'
import { createTestApp } from '../../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../../testing/test-app.ts'
import { runStep } from '../test-steps.ts'

let t: TestApp
let owner: TestUser
let contactId: string
const clock = createFakeClock()
const dayMs = 86_400_000

beforeAll(async () => {
  t = await createTestApp({ clock, log: 'error' })
  // Retention compares with the database's clock, which stands still beside this one.
  for (const module of t.modules) if (!['workflows', 'sales', 'messages'].includes(module.name)) Object.assign(module, { ticks: [] })
  await t.startWorkers()
  owner = await t.register()
  contactId = (await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com', locale: 'de-AT' })).id
  await call('POST', '/sales-products', { name: 'Desk', sku: 'D-1', currency: 'INR', unitPrice: 120_50, taxBasisPoints: 1_800 })
})
afterAll(() => t.close())

async function call<T = Json>(method: string, path: string, body?: object, { token } = owner): Promise<T> {
  const response = await t.call<T>(method, `/api${path}`, { token, ...(body ? { body } : {}) })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body.data
}
const run = async (type: string, config: Record<string, Json>) => {
  const result = await runStep(type, config, { platform: t.platform, orgId: owner.orgId })
  return result as { kind: string; port?: string; code?: string; message?: string; output: Record<string, Json> }
}
const invoices = () => call<SalesInvoiceDetail[]>('GET', '/sales-invoices')
const events = async (type: string, invoiceId: Json | undefined) =>
  (
    await t.owner.query<{ payload: object }>(`select payload from app.outbox where type = $1 and payload->>'invoiceId' = $2`, [
      type,
      invoiceId,
    ])
  ).rows
const mails = async () => (await t.owner.query<{ subject: string }>('select subject from app.sandbox_mail')).rows

test('an invoice is drafted from a product, issued, sent, found and paid, each with its audit row in the name of the workflow', async () => {
  const fields = { contact: 'ada@example.com', sku: 'D-1', quantity: '2', finish: 'send' }
  const made = await run('sales_draft_invoice', fields)
  expect(made).toMatchObject({ kind: 'done', output: { status: 'Pending', isOpen: true, due: 241, customer: 'Ada' } })
  expect(await run('sales_find_invoice', { by: 'contact', contact: contactId })).toMatchObject({
    port: 'next',
    output: { id: made.output['id'] },
  })
  const invoice = String(made.output['number'])
  expect(await run('sales_record_payment', { invoice, amount: '41', method: 'UPI' })).toMatchObject({
    output: { due: 200, status: 'Pending' },
  })
  expect(await run('sales_record_payment', { invoice })).toMatchObject({ output: { due: 0, status: 'Paid' } })
  expect(await run('sales_record_payment', { invoice })).toMatchObject({ port: 'skipped', output: { status: 'skipped' } })
  expect(await run('sales_send_invoice', { invoice, kind: 'reminder' })).toMatchObject({ port: 'skipped' })
  expect(await run('sales_find_invoice', { by: 'contact', contact: contactId })).toMatchObject({ port: 'none', output: { found: false } })
  expect(await run('sales_find_invoice', { by: 'invoice', invoice: 'INV/00-01/00009' })).toMatchObject({ port: 'none' })
  const { rows } = await t.owner.query(
    `select action from app.audit_log where org_id = $1 and actor_kind = 'system' and actor_name = 'New lead' order by seq`,
    [owner.orgId],
  )
  const acts = ['create', 'issue', 'send', 'recordPayment', 'recordPayment'].map((name) => ({ action: `sales-invoices.${name}` }))
  expect(rows).toEqual(acts)
  expect(await events('invoice.paid', made.output['id'])).toMatchObject([{ payload: { byWorkflow: true, paid: 241_00 } }])
})

test('a refused step leaves nothing behind, and says what is wrong', async () => {
  const before = (await invoices()).length
  const line = { contact: contactId, description: 'Advice', unitPrice: '500' }
  expect(await run('sales_draft_invoice', { ...line, dueDate: '2020-01-01', finish: 'issue' })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('in the past'),
  })
  expect(await run('sales_draft_invoice', { ...line, unitPrice: 'much' })).toMatchObject({ kind: 'failed', code: 'VALIDATION_FAILED' })
  expect(await run('sales_create_order', { ...line, sku: 'X-9' })).toMatchObject({
    message: expect.stringContaining('No product has the SKU X-9'),
  })
  expect(await run('sales_draft_invoice', { ...line, contact: 'nobody@example.com' })).toMatchObject({ kind: 'failed' })
  const lines = [
    { description: 'A', unitPrice: 10 },
    { sku: 'D-1', quantity: 3 },
  ]
  expect(await run('sales_create_order', { contact: contactId, from: 'list', lines, finish: 'confirm' })).toMatchObject({
    output: { status: 'Confirmed', amount: 371.5 },
  })
  expect(await run('sales_draft_quotation', { ...line, finish: 'send' })).toMatchObject({ output: { status: 'Sent', amount: 500 } })
  // The draft whose issue was refused is gone too, and so is its audit row.
  expect((await invoices()).length).toBe(before)
  const drafted = await t.owner.query(`select from app.audit_log where org_id = $1 and action = 'sales-invoices.create'`, [owner.orgId])
  expect(drafted.rowCount).toBe(before)
})

test('a key without the right to write sales documents publishes no step that writes them', async () => {
  const scopes = ['workflows:read', 'workflows:write', 'workflows:publish']
  const { plainKey } = await call<{ plainKey: string }>('POST', '/api-keys', { name: 'Publisher', scopes })
  const steps = [
    { id: 'start', type: 'trigger_manual', name: 'Start', config: {} },
    { id: 'pay', type: 'sales_record_payment', name: 'Pay', config: { invoice: '{{ trigger.invoice }}' } },
  ]
  const definition = { steps, edges: [{ from: 'start', to: 'pay' }] }
  const { id, revision } = await call<{ id: string; revision: number }>('POST', '/workflows', { name: 'Pays', description: '', definition })
  const publish = (token: string, path = '/api') =>
    t.call('POST', `${path}/workflows/${id}/publish`, { token, body: { revision, note: '' } })
  const refused = await publish(plainKey, '/api/v1')
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'steps.pay'])
  expect((await publish(owner.token)).status).toBe(200)
})

test('the official template reminds of an overdue invoice twice, then tells the member; a paid one is left alone', async () => {
  const used = await call<{ id: string }>('POST', '/templates/official:overdue-invoices/use', { name: 'Reminders' })
  const { revision } = await call<{ revision: number }>('GET', `/workflows/${used.id}`)
  await call('POST', `/workflows/${used.id}/publish`, { revision, note: '' })
  const issue = async () => {
    const { id } = await call<SalesInvoiceDetail>('POST', '/sales-invoices', {
      contactId,
      lines: [{ description: 'Advice', quantity: 1, unitPrice: 900_00 }],
    })
    return call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)
  }
  const [late, paid] = [await issue(), await issue()]
  clock.advance(31 * dayMs)
  await t.modules
    .flatMap(({ ticks = [] }) => ticks)
    .find(({ name }) => name === 'overdue-sales-invoices')
    ?.run()
  const reminders = async ({ number }: SalesInvoiceDetail) =>
    (await mails()).filter(({ subject }) => subject.startsWith('Erinnerung') && subject.includes(number ?? '')).length
  const settle = { timeout: 20_000 }
  await expect.poll(() => Promise.all([reminders(late), reminders(paid)]), settle).toEqual([1, 1])
  // Sessions are over by then.
  await run('sales_record_payment', { invoice: paid.id })
  clock.advance(7 * dayMs + 60_000)
  await expect.poll(() => reminders(late), settle).toBe(2)
  clock.advance(7 * dayMs + 60_000)
  const notified = async () =>
    (await t.owner.query<{ body: string }>(`select body from app.messages where org_id = $1 and body like '%has not paid%'`, [owner.orgId]))
      .rows
  await expect.poll(notified, settle).toEqual([{ body: expect.stringContaining(`Ada has not paid ₹900.00 of ${late.number}`) }])
  const ended = async () =>
    (await t.owner.query('select status from app.workflow_runs where workflow_id = $1', [used.id])).rows.map(
      (row) => (row as { status: string }).status,
    )
  await expect.poll(ended, settle).toEqual(['success', 'success'])
  expect([await reminders(paid), (await notified()).length]).toEqual([1, 1])
})
