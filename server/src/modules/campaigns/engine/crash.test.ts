import { expect, test } from 'vitest'
import { crashCampaign } from '../../../testing/campaigns/crash-campaign.ts'
import type { CrashPlan } from '../../../testing/campaigns/crash-campaign.ts'

// The promise of issue 4, in full: nobody is lost; second copies are at most those in flight at each kill, under the same Message-ID, and
// counted; the product's numbers are the mail server's; the campaign ends. `node bench/campaign-crash.ts` has further ways to be disturbed.
const inFlight = 10

async function outlive(plan: CrashPlan) {
  const result = await crashCampaign({ ...plan, inFlight })
  const { recipients } = plan
  expect(result).toMatchObject({
    lost: 0,
    otherIds: 0,
    sinkRecipients: recipients,
    sent: recipients,
    delivered: recipients,
    mails: recipients,
  })
  expect(result).toMatchObject({ failed: 0, skipped: 0, held: 0, sendStatus: 'completed', campaignStatus: 'completed' })
  expect(result.statuses).toEqual({ delivered: recipients })
  expect(result.repeats).toBeGreaterThanOrEqual(result.secondCopies)
  return result
}

test('a campaign of 20,000 outlives kill -9 ten times and two power cuts of the database', { timeout: 420_000 }, async () => {
  const plan = { recipients: 20_000, kills: 10, postgresCuts: 2, timeoutMs: 360_000 }
  const { secondCopies, repeats } = await outlive(plan)
  expect(secondCopies).toBeLessThanOrEqual(plan.kills * inFlight)
  expect(repeats).toBeLessThanOrEqual((plan.kills + plan.postgresCuts) * inFlight)
})

test('SIGTERM in the middle of a campaign causes no second copy', { timeout: 180_000 }, async () => {
  const { secondCopies, repeats } = await outlive({ recipients: 1_500, terms: 2, timeoutMs: 150_000 })
  expect({ secondCopies, repeats }).toEqual({ secondCopies: 0, repeats: 0 })
})
