import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanChange, Subscription } from '@imperium/contract/billing/billing.ts'
import { runAdmin } from '../testing/run-admin.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { testEncryptionKey } from '../testing/test-secrets.ts'
import { advanceSubscriptions } from '../modules/billing/subscription/advance.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const admin = (...args: string[]) => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
const read = async () => (await t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })).body.data

test('a coupon by command takes its part off, and mistakes are named', async () => {
  const [made, again, noPercent, noCode, noPlan] = await Promise.all([
    admin('billing', 'coupon', 'spring-20', '--percent', '20', '--plan', 'emperor', '--uses', '3', '--days', '7'),
    admin('billing', 'coupon', 'TAKEN', '--percent', '5').then(() => admin('billing', 'coupon', 'taken', '--percent', '10')),
    admin('billing', 'coupon', 'OTHER'),
    admin('billing', 'coupon', 'x', '--percent', '20'),
    admin('billing', 'coupon', 'OTHER', '--percent', '20', '--plan', 'GOLD'),
  ])
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('SPRING-20: 20 % off, until ') })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('There is a coupon TAKEN.') })
  expect(noPercent).toMatchObject({ code: 2, output: expect.stringContaining('--percent N') })
  expect(noCode).toMatchObject({ code: 2, output: expect.stringContaining('3 to 40 letters') })
  expect(noPlan).toMatchObject({ code: 2, output: expect.stringContaining('"GOLD" is no plan') })
  const preview = await t.call<PlanChange>(
    'GET',
    '/api/payments/subscription/preview?planType=EMPEROR&billingCycle=MONTHLY&couponCode=spring-20',
    { token: user.token },
  )
  expect(preview.body.data).toMatchObject({ price: 799_900, discount: 159_980 })
  const { rows } = await t.owner.query("select max_uses from app.coupons where code = 'SPRING-20'")
  expect(rows).toEqual([{ max_uses: 3 }])
}, 60_000)

test('a trial by command begins a larger plan and ends by itself', async () => {
  expect(await admin('billing', 'trial', user.slug, '--plan', 'emperor', '--days', '5')).toMatchObject({
    code: 0,
    output: expect.stringContaining('EMPEROR until '),
  })
  expect(await read()).toMatchObject({ planType: 'EMPEROR', status: 'ACTIVE', maxUsers: 100, next: { planType: 'FREE' } })
  const [again, nobody, noPlan] = await Promise.all([
    admin('billing', 'trial', user.slug, '--plan', 'overlord'),
    admin('billing', 'trial', 'no-such-organization', '--plan', 'emperor'),
    admin('billing', 'trial', user.slug),
  ])
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('A period is running.') })
  expect(nobody.code).toBe(1)
  expect(noPlan).toMatchObject({ code: 2, output: expect.stringContaining('--plan PLAN') })
  await t.owner.query(
    "update app.subscriptions set period_start = now() - interval '5 days', period_end = now() - interval '1 minute', due_at = now() where org_id = $1",
    [user.orgId],
  )
  await advanceSubscriptions(t.platform)
  expect(await read()).toMatchObject({ planType: 'FREE', status: 'ENDED', maxUsers: 10 })
}, 60_000)
