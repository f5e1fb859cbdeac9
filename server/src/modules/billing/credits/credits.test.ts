import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BillingRecord, PaymentOrder } from '@imperium/contract/billing/billing.ts'
import type { AiCredits } from '@imperium/contract/billing/credits.ts'
import type { AiProvider } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Llm } from '../../../platform/llm/llm.ts'
import { foldUsage, meter } from '../../../platform/metering/metering.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { askDefaultModel, creditsMissing, resolveImageModel, resolveModel } from '../../ai-models/index.ts'
import { readBalances } from '../../../platform/ledger/ledger-store.ts'
import { newId } from '../../../platform/ids.ts'
import { orderedAutomatically } from '../automatic/automatic-store.ts'
import { changeOrder, insertOrder, receiptOf } from '../order-store.ts'
import { reconcilePayments } from '../reconcile.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { keepCredits, keepCreditsOf } from './keep-credits.ts'

let t: TestApp
let owner: TestUser
let now: Date
beforeAll(async () => {
  const env = {
    OPERATOR_TAX_REGIME: 'GST',
    OPERATOR_TAX_ID: '27AAPFU0939F1ZV',
    AI_CREDIT_RATE: '10000',
    OPERATOR_MODEL_KEYS: 'openai=sk-operator',
    PAYMENTS: 'sandbox',
  }
  t = await createTestApp({ log: 'silent', env, clock: { now: () => now } })
  // Top-ups count as if a real provider had taken them: credits of the sandbox pay for no call.
  await t.owner.query(`
    create function app.take_for_real() returns trigger language plpgsql as $$ begin new.is_sandbox = false; return new; end $$;
    create trigger take_for_real before insert on app.credit_lots for each row when (new.currency = 'INR') execute function app.take_for_real()`)
})
beforeEach(async () => {
  now = new Date()
  owner = await t.register()
})
afterAll(() => t.close())

const read = async () => (await t.call<AiCredits>('GET', '/api/payments/credits', { token: owner.token })).body.data
const order = (amount: number) =>
  t.call<PaymentOrder>('POST', '/api/payments/create-order', {
    token: owner.token,
    body: { planType: 'CREDITS', billingCycle: 'ONETIME', amount },
  })
async function topUp(amount: number): Promise<void> {
  const { orderId } = (await order(amount)).body.data
  const paid = await t.call('POST', '/api/payments/sandbox/pay', { token: owner.token, body: { orderId, outcome: 'success' } })
  expect(paid.status).toBe(200)
}
/** A model that cost so many US dollars. */
const spend = (dollars: number) =>
  t.platform.db.withOrg(owner.orgId, (tx) =>
    meter(tx, { model: 'gpt-4', modelCalls: 1, isOperatorPaid: true, costMicros: dollars * 1_000_000 }),
  )
const balances = async () =>
  Object.fromEntries((await t.platform.db.withOrg(owner.orgId, readBalances)).map(({ account, balance }) => [account, balance]))
/** Days pass for the credits. */
const pass = (days: number) =>
  t.owner.query("update app.credit_lots set expires_at = expires_at - $2 * interval '1 day' where org_id = $1", [owner.orgId, days])
const settings = (body: object) => t.call<AiCredits>('PUT', '/api/payments/credits/settings', { token: owner.token, body })

test('a top-up buys credits without its tax; what models cost later is taken with the margin, once, and the overspend is owed', async () => {
  await spend(3)
  await topUp(118_000)
  expect(await read()).toMatchObject({ isOffered: true, balance: 100_000, marginPercent: 20, perDollar: 10_000, spentThisMonth: 0 })
  await spend(2)
  await Promise.all([keepCreditsOf(t.platform, owner.orgId), keepCreditsOf(t.platform, owner.orgId), keepCredits(t.platform)])
  // $2 at 10,000 paise and 20 percent.
  expect(await read()).toMatchObject({ balance: 76_000, spentThisMonth: 24_000 })
  expect(await balances()).toEqual({
    'provider:sandbox': 118_000,
    'tax:output': -18_000,
    'customer:prepaid': -76_000,
    'income:models': -24_000,
  })
  await spend(50)
  await keepCredits(t.platform)
  // $50 cost 600,000: calls at the same moment may exceed the credits.
  expect((await read()).balance).toBe(76_000 - 600_000)
  await topUp(118_000)
  await keepCredits(t.platform)
  expect((await read()).balance).toBe(176_000 - 600_000)
  await topUp(590_000)
  await Promise.all([keepCredits(t.platform), keepCreditsOf(t.platform, owner.orgId)])
  expect(await read()).toMatchObject({ balance: 76_000, spentThisMonth: 624_000 })
  expect(await balances()).toMatchObject({ 'customer:prepaid': -76_000, 'income:models': -624_000 })
  const { body } = await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token: owner.token })
  expect(body.data.map(({ purpose, status }) => [purpose, status])).toEqual([
    ['CREDITS', 'PAID'],
    ['CREDITS', 'PAID'],
    ['CREDITS', 'PAID'],
  ])
})

test('credits pay for models with a key of the operator only, and without credits these are not called', async () => {
  const { token, orgId } = owner
  const providers = (await t.call<AiProvider[]>('GET', '/api/ai-models/providers', { token })).body.data
  const providerOf = (code: string) => providers.find((each) => each.code === code)
  expect([providerOf('openai')?.hasOperatorKey, providerOf('anthropic')?.hasOperatorKey]).toEqual([true, false])
  const make = (code: string, modelId: string, apiKey?: string) =>
    t.call('POST', '/api/ai-models/configs', {
      token,
      body: { providerId: providerOf(code)?.id, modelId, displayName: modelId, ...(apiKey ? { apiKey } : {}) },
    })
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(orgId, work)
  expect((await make('anthropic', 'claude')).status).toBe(422)
  // A model without a price would be free with the operator's key.
  for (const modelId of ['gpt-unknown', 'chatgpt-4o-latest', 'sandbox']) expect((await make('openai', modelId)).status).toBe(422)
  const tried = { providerId: providerOf('openai')?.id, modelId: 'gpt-unknown', apiKey: '' }
  expect((await t.call('POST', '/api/ai-models/test', { token, body: tried })).status).toBe(422)
  const made = await make('openai', 'gpt-4o')
  expect(made.status).toBe(201)
  const { id, updatedAt } = made.body.data as { id: string; updatedAt: string }
  const renamed = { modelId: 'gpt-unknown', updatedAt }
  expect((await t.call('PUT', `/api/ai-models/configs/${id}`, { token, body: renamed })).status).toBe(422)
  expect((await make('openai', 'gpt-image-1')).status).toBe(201)
  expect((await inOrg((tx) => resolveImageModel(t.platform, tx)))?.isOperatorPaid).toBe(true)
  expect((await inOrg((tx) => resolveModel(t.platform, tx, 'gpt-image-1')))?.isOperatorPaid).toBe(false)
  expect((await make('openai', 'gpt-own', 'sk-own-key-of-the-organization')).status).toBe(201)
  const resolve = (name: string) => inOrg((tx) => resolveModel(t.platform, tx, name))
  const [theirs, own] = [await resolve('gpt-4o'), await resolve('gpt-own')]
  expect([theirs?.isOperatorPaid, own?.isOperatorPaid]).toEqual([true, false])
  expect([theirs?.spec(), own?.spec()]).toMatchObject([{ apiKey: 'sk-operator' }, { apiKey: 'sk-own-key-of-the-organization' }])
  if (!theirs || !own) throw new Error('both are there')
  expect(await inOrg((tx) => creditsMissing(tx, theirs))).not.toBeNull()
  expect(await inOrg((tx) => creditsMissing(tx, own))).toBeNull()
  await topUp(118_000)
  expect(await inOrg((tx) => creditsMissing(tx, theirs))).toBeNull()
  await inOrg((tx) => meter(tx, { configId: own.configId, model: 'gpt-own', modelCalls: 1, costMicros: 5_000_000 }))
  await keepCredits(t.platform)
  expect(await read()).toMatchObject({ balance: 100_000, spentThisMonth: 0 })
  await inOrg((tx) => meter(tx, { configId: theirs.configId, model: 'gpt-4o', isOperatorPaid: true, modelCalls: 1, costMicros: 1_000_000 }))
  await t.platform.db.withSystem((tx) => foldUsage(tx))
  await keepCredits(t.platform)
  expect(await read()).toMatchObject({ balance: 88_000, spentThisMonth: 12_000 })
  // Cost that is not taken yet counts.
  await spend(7)
  expect(await inOrg((tx) => creditsMissing(tx, theirs))).toBeNull()
  await spend(1)
  expect(await inOrg((tx) => creditsMissing(tx, theirs))).not.toBeNull()
})

test('credits of the sandbox open no call by the keys of the operator, and pay for none', async () => {
  await t.owner.query('alter table app.credit_lots disable trigger take_for_real')
  await topUp(118_000)
  await t.owner.query('alter table app.credit_lots enable trigger take_for_real')
  const missing = () =>
    t.platform.db.withOrg(owner.orgId, (tx) => creditsMissing(tx, { isOperatorPaid: true, creditRate: t.platform.config.aiCreditRate }))
  expect((await read()).balance).toBe(100_000)
  expect(await missing()).toMatchObject({ status: 409, code: 'PLAN_LIMIT' })
  // Money that was really paid opens them, and only it is spent.
  await topUp(11_800)
  expect(await missing()).toBeNull()
  await spend(1)
  await keepCredits(t.platform)
  expect(await missing()).not.toBeNull()
  const { rows } = await t.owner.query('select unspent from app.credit_lots where org_id = $1 and is_sandbox', [owner.orgId])
  expect(rows).toEqual([{ unspent: 100_000 }])
  // Left over beside a real provider they are no balance: else the owner is not told that nothing is left.
  const { payments, bankDetails } = t.platform.config
  expect((await read()).balance).toBe(98_000)
  Object.assign(t.platform.config, { payments: 'bank', bankDetails: 'Transfers' })
  expect((await read()).balance).toBe(-2_000)
  Object.assign(t.platform.config, { payments, bankDetails })
})

test('fifty calls at once spend at most what one of them may cost beyond the credits, and what they held is free again', async () => {
  const { token, orgId } = owner
  const providers = (await t.call<AiProvider[]>('GET', '/api/ai-models/providers', { token })).body.data
  const body = { providerId: providers.find(({ code }) => code === 'openai')?.id, modelId: 'gpt-4o', displayName: 'GPT', isDefault: true }
  expect((await t.call('POST', '/api/ai-models/configs', { token, body })).status).toBe(201)
  await topUp(10_000)
  const before = (await read()).balance
  const [inOrg, signal] = [<T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(orgId, work), () => new AbortController().signal]
  const gate = Promise.withResolvers<void>()
  let called = 0
  const llm: Llm = {
    ...t.platform.llm,
    call: async () => {
      called += 1
      await gate.promise
      const usage = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, estimated: false }
      return { text: '{}', toolCalls: [], reason: 'stop', usage, output: {} }
    },
  }
  const question = { system: '', text: 'x'.repeat(40_000), output: { name: 'answer', schema: { type: 'object' } } }
  const ask = () => askDefaultModel({ ...t.platform, llm }, { inOrg, signal }, question)
  const refused: unknown[] = []
  const calls = Promise.all(Array.from({ length: 50 }, () => ask().catch((error: unknown) => void refused.push(error))))
  await vi.waitFor(() => expect(called + refused.length).toBe(50), { timeout: 20_000 })
  const { rows: holds } = await t.owner.query<{ micros: number }>(
    'select reserved_micros::int as micros from app.model_calls where org_id = $1 and operator_paid',
    [orgId],
  )
  // At 10,000 paise for a dollar, and 20 percent.
  const most = ((holds[0]?.micros ?? 0) * 12_000) / 1_000_000
  expect(most).toBeGreaterThan(500)
  expect([holds.length, called]).toEqual([called, Math.ceil(before / most)])
  expect(refused[0]).toMatchObject({ status: 409, code: 'PLAN_LIMIT', message: expect.stringContaining('Calls in progress') as string })
  gate.resolve()
  await calls
  await ask()
  expect((await t.owner.query('select from app.model_calls where org_id = $1', [orgId])).rowCount).toBe(0)
  await keepCredits(t.platform)
  expect((await read()).balance).toBeGreaterThan(before - 100)
})

// A call of unknown outcome is charged as reserved; when the provider's figures take that back, so do the credits, and the ledger stays even.
test('what was charged ahead of the figures of a provider is given back', async () => {
  await topUp(118_000)
  await spend(5)
  await keepCredits(t.platform)
  expect((await read()).balance).toBe(40_000)
  await spend(-4)
  await Promise.all([keepCreditsOf(t.platform, owner.orgId), keepCreditsOf(t.platform, owner.orgId)])
  expect(await read()).toMatchObject({ balance: 88_000, spentThisMonth: 12_000 })
  expect(await balances()).toMatchObject({ 'customer:prepaid': -88_000, 'income:models': -12_000 })
  await spend(10)
  await keepCredits(t.platform)
  expect((await read()).balance).toBe(88_000 - 120_000)
  await spend(-9)
  await keepCredits(t.platform)
  expect(await read()).toMatchObject({ balance: 76_000, spentThisMonth: 24_000 })
  await spend(5)
  await keepCredits(t.platform)
  expect((await read()).balance).toBe(16_000)
})

test('credits expire after a year, the oldest are spent first, and a refund takes back what is unspent', async () => {
  await topUp(118_000)
  await pass(200)
  await topUp(118_000)
  await spend(5)
  await keepCredits(t.platform)
  expect(await read()).toMatchObject({ balance: 140_000, expiring: { amount: 40_000 } })
  await pass(166)
  await keepCredits(t.platform)
  expect(await read()).toMatchObject({ balance: 100_000, expiring: { amount: 100_000 } })
  expect(await balances()).toMatchObject({ 'customer:prepaid': -100_000, 'income:expired': -40_000, 'income:models': -60_000 })
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where org_id = $1 order by created_at', [
    owner.orgId,
  ])
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  for (const { id } of rows) await requestRefund(t.platform, owner.orgId, { orderId: id, reason: 'Asked', actor })
  await reconcilePayments(t.platform)
  expect((await read()).balance).toBe(0)
  const after = await balances()
  expect(Object.values(after).reduce((sum, each) => sum + each, 0)).toBe(0)
  expect(after).toMatchObject({ 'customer:prepaid': 0, 'provider:sandbox': 0, 'tax:output': 0 })
})

test('tells the owners of a low balance once, and buys more within the cap of the month', async () => {
  await topUp(118_000)
  expect((await settings({ lowAt: 50_000, automatic: null })).status).toBe(200)
  await spend(5)
  for (let at = 0; at < 3; at++) await keepCredits(t.platform)
  const notified = async () =>
    (await t.owner.query("select 1 from app.outbox where org_id = $1 and type = 'credits.low'", [owner.orgId])).rows.length
  expect([await notified(), (await read()).balance]).toEqual([1, 40_000])
  expect((await settings({ lowAt: 50_000, automatic: { amount: 118_000, monthlyCap: 236_000 } })).body.data.canBeAutomatic).toBe(true)
  // Nothing is bought while the organization is suspended or being deleted.
  const hold = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [owner.orgId])
  for (const [begin, end] of [
    ["status = 'SUSPENDED'", "status = 'ACTIVE'"],
    ["deletes_at = now() + interval '30 days'", 'deletes_at = null'],
  ] as const) {
    await hold(begin)
    await keepCredits(t.platform)
    await hold(end)
    expect((await read()).balance).toBe(40_000)
  }
  await keepCredits(t.platform)
  expect((await read()).balance).toBe(140_000)
  for (let at = 0; at < 4; at++) {
    await spend(12)
    await keepCredits(t.platform)
    await keepCredits(t.platform)
  }
  // Two of 118,000 in the month, and no more: those that the provider refused do not count.
  await t.platform.db.withOrg(owner.orgId, async (tx) => {
    const [id, createdAt] = [newId(), new Date()]
    const bought = { purpose: 'CREDITS', planType: null, planVersion: null, billingCycle: 'ONETIME', credit: 0, basedOn: null } as const
    const how = { provider: 'sandbox', receipt: receiptOf(id), createdAt, isAutomatic: true } as const
    await insertOrder(tx, { id, amount: 118_000, currency: 'INR', ...bought, ...how }, null)
    expect(await orderedAutomatically(tx, new Date(0))).toBe(354_000)
    await changeOrder(tx, id, { status: 'attempted', failure: 'The bank refused.' })
    expect(await orderedAutomatically(tx, new Date(0))).toBe(236_000)
  })
  expect(await read()).toMatchObject({ balance: -336_000 })
  const { rows } = await t.owner.query<{ n: number }>(
    "select count(*)::int as n from app.payment_orders where org_id = $1 and is_automatic and status = 'activated'",
    [owner.orgId],
  )
  expect(rows[0]?.n).toBe(2)
  expect((await settings({ lowAt: null, automatic: { amount: 118_000, monthlyCap: 236_000 } })).status).toBe(422)
})

test('only the owner tops up and changes the settings; small amounts are refused', async () => {
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  expect(
    (await t.call('PUT', '/api/payments/credits/settings', { token: admin.token, body: { lowAt: null, automatic: null } })).status,
  ).toBe(403)
  expect((await t.call('GET', '/api/payments/credits', { token: admin.token })).status).toBe(200)
  expect((await order(9_900)).status).toBe(422)
  expect((await order(10_050)).status).toBe(422)
})
