import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunDetail } from '@imperium/contract/runs.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let owner: TestUser
let agentId: string
let readerId: string
let offered: string[] = []
let script: FakeReply[] = []

beforeAll(async () => {
  fake = await startFakeOpenAi({
    script: ({ body }) => {
      const { tools = [] } = body as unknown as { tools?: { function: { name: string } }[] }
      offered = tools.map((tool) => tool.function.name)
      return script.shift() ?? { text: 'Done' }
    },
  })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' }, log: 'error' })
  await t.startWorkers()
  owner = await registerOnLargePlan(t)
  await runsOf(t, owner).serveModel(fake.url)
  const config = { model: 'fake-model' }
  agentId = await runsOf(t, owner).agent({ config, capabilities: ['sales_lookup', 'sales_drafts', 'sales_documents'] })
  readerId = await runsOf(t, owner).agent({ config, name: 'Reader', capabilities: ['sales_lookup'] })
  await t.call('POST', '/api/contacts', { token: owner.token, body: { firstName: 'Ada', email: 'ada@example.com' } })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

type Call = readonly [name: string, input: object]

/** One run in which the model calls these tools together, or one after the other. */
async function ask(calls: readonly Call[], as = owner, agent = agentId): Promise<RunDetail['steps']> {
  script = calls.map(([name, input], at) => ({ toolCalls: [{ id: `c${at}`, name, arguments: input }] }))
  const run = await runsOf(t, owner).ended(await runsOf(t, as).start(agent, 'Go'))
  expect(run.status, JSON.stringify(run.error)).toBe('completed')
  return run.steps.filter(({ kind }) => kind === 'tool_call')
}
const line = { description: 'Advice', quantity: 2, unitPrice: 450.5, taxPercent: 0 }

test('an agent drafts, issues, sends and finds an invoice, and is named in the audit log', async () => {
  const [drafted] = await ask([['sales_draft_invoice', { contact: 'ada@example.com', lines: [{ ...line, description: 'Advice ไ' }] }]])
  const { id, missingLetters } = drafted!.output as { id: string; missingLetters: string[] }
  expect(missingLetters).toEqual(['ไ'])
  const steps = await ask([
    ['sales_issue_invoice', { invoice: id }],
    ['sales_send_invoice', { invoice: id }],
    ['sales_record_payment', { invoice: id, amount: 901 }],
    ['sales_find_invoice', { invoice: id }],
    ['sales_find_invoice', { invoice: 'INV/00-01/00009' }],
    ['sales_record_payment', { invoice: id, amount: 5 }],
  ])
  expect(steps.slice(0, 4).map(({ output }) => output)).toMatchObject([
    { status: 'Pending', due: 901 },
    { due: 901, customer: 'Ada' },
    { status: 'Paid', due: 0 },
    { status: 'Paid', found: true },
  ])
  expect(steps.slice(4).map(({ error }) => error)).toEqual([expect.any(String), expect.stringContaining('not paid or void')])
  const invoice = (await t.call<SalesInvoiceDetail>('GET', `/api/sales-invoices/${id}`, { token: owner.token })).body.data
  expect([invoice.status, invoice.payments.length]).toEqual(['Paid', 1])
  const { rows } = await t.owner.query(
    `select action, actor_id from app.audit_log where actor_kind = 'agent' and target_id = $1 order by seq`,
    [id],
  )
  expect(rows).toEqual(
    ['create', 'issue', 'send', 'recordPayment'].map((name) => ({ action: `sales-invoices.${name}`, actor_id: agentId })),
  )
})

test('tools are offered by grant, and only as far as the person behind the run may do the same', async () => {
  await ask([], owner, readerId)
  expect(offered).toEqual(['sales_find_invoice'])
  await ask([])
  expect(offered).toHaveLength(9)
  const [refused] = await ask([['sales_draft_invoice', { contact: 'ada@example.com', lines: [line] }]], owner, readerId)
  expect(refused?.error).toMatch(/sales_draft_invoice/)
  const { plainKey } = (
    await t.call<{ plainKey: string }>('POST', '/api/api-keys', {
      token: owner.token,
      body: { name: 'Runs', scopes: ['agents:execute', 'sales:read'] },
    })
  ).body.data
  const started = await t.call<{ runId: string }>('POST', `/api/v1/agents/${agentId}/execute`, { token: plainKey, body: { input: 'Go' } })
  await runsOf(t, owner).ended(started.body.data.runId)
  expect(offered).toEqual(['sales_find_invoice'])
})
