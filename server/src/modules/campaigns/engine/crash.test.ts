import { expect, test } from 'vitest'
import { crashCampaign } from '../../../testing/campaigns/crash-campaign.ts'
import type { CrashPlan } from '../../../testing/campaigns/crash-campaign.ts'

// No recipient is lost; duplicates are at most the messages in flight at each kill, have the same Message-ID, and are counted. This
// campaign is small: `npm run bench campaign-crash` has 20,000 recipients, ten kills and more kinds of failure.
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

test('a campaign outlives kill -9 three times and a power cut of the database', { timeout: 240_000 }, async () => {
  const plan = { recipients: 2_000, kills: 3, postgresCuts: 1, timeoutMs: 180_000 }
  const { secondCopies, repeats } = await outlive(plan)
  expect(secondCopies).toBeLessThanOrEqual(plan.kills * inFlight)
  expect(repeats).toBeLessThanOrEqual((plan.kills + plan.postgresCuts) * inFlight)
})

test('SIGTERM in the middle of a campaign causes no second copy', { timeout: 180_000 }, async () => {
  const { secondCopies, repeats } = await outlive({ recipients: 600, terms: 1, timeoutMs: 150_000 })
  expect({ secondCopies, repeats }).toEqual({ secondCopies: 0, repeats: 0 })
})
