import { expect, test } from 'vitest'
import { crashWorkflow } from '../../../testing/workflows/crash-workflow.ts'

// What holds through any crash, in a small size (`node bench/workflow-crash.ts` runs the full one): random kill -9 and a power cut of
// PostgreSQL lose no run and no effect; each repeated effect has one idempotency key and is counted.
test('runs of workflows outlive kill -9 and a power cut of the database', { timeout: 240_000 }, async () => {
  const plan = { runs: 60, kills: 1, postgresCuts: 1, timeoutMs: 150_000 }
  const result = await crashWorkflow(plan)
  expect(result).toMatchObject({ statuses: { success: plan.runs }, effects: plan.runs * 6, lost: 0, uncounted: 0, strangers: 0 })
})
