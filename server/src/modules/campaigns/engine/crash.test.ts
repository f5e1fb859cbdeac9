import { expect, test } from 'vitest'
import { crashCampaign } from '../../../testing/campaigns/crash-campaign.ts'

// The promise of issue 4, at the size that fits here (`node bench/campaign-crash.ts` has the whole): kill -9 of the server in the middle and a
// power cut of PostgreSQL lose nobody; second copies are at most those in flight at each kill, under the same Message-ID, and counted;
// the product's numbers are the mail server's; the campaign ends. A SIGTERM in between causes none.
test('a campaign outlives kill -9, a power cut of the database, and SIGTERM', { timeout: 120_000 }, async () => {
  const plan = { recipients: 1_500, kills: 3, postgresCuts: 1, terms: 1, inFlight: 10, timeoutMs: 90_000 }
  const result = await crashCampaign(plan)
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
  expect(result.secondCopies).toBeLessThanOrEqual(plan.kills * plan.inFlight)
  expect(result.repeats).toBeGreaterThanOrEqual(result.secondCopies)
  expect(result.repeats).toBeLessThanOrEqual((plan.kills + plan.postgresCuts) * plan.inFlight)
})
