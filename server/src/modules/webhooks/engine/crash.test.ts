import { expect, test } from 'vitest'
import { crashWebhooks } from '../../../testing/webhooks/crash-webhooks.ts'

// Small: `npm run bench webhook-crash` has 20,000 deliveries and ten kills.
test('no delivery is lost by kill -9; repeats are at most those in flight, each under its id', { timeout: 180_000 }, async () => {
  const plan = { deliveries: 1_500, kills: 2, inFlight: 16, timeoutMs: 120_000 }
  const { repeats, ...rest } = await crashWebhooks(plan)
  expect(rest).toMatchObject({ delivered: plan.deliveries, lost: 0, otherIds: 0 })
  expect(repeats).toBeLessThanOrEqual(plan.kills * plan.inFlight)
})
