import { retentionDays } from '@imperium/contract/activity.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseQuestionsBefore, organizationsWithQuestionsBefore } from '../knowledge/index.ts'
import { dropDeliveryMonths, eraseDeliveriesBefore, organizationsWithDeliveriesBefore } from '../webhooks/index.ts'
import { dropRunMonths, eraseRunsBefore, organizationsWithRunsBefore } from '../runs/index.ts'
import { dropWorkflowMonths, eraseWorkflowRunsBefore, organizationsWithWorkflowRunsBefore } from '../workflows/index.ts'
import { listRetention } from './store.ts'

const dayMs = 86_400_000
const runsAtOnce = 200
const organizationsAtOnce = 500

/** What runs out with time: runs of agents and the questions that they left open, runs of workflows, and deliveries to webhooks. */
const histories = [
  { drop: dropRunMonths, organizations: organizationsWithRunsBefore, erase: eraseRunsBefore },
  { drop: dropWorkflowMonths, organizations: organizationsWithWorkflowRunsBefore, erase: eraseWorkflowRunsBefore },
  { drop: async () => 0, organizations: organizationsWithQuestionsBefore, erase: eraseQuestionsBefore },
  { drop: dropDeliveryMonths, organizations: organizationsWithDeliveriesBefore, erase: eraseDeliveriesBefore },
] as const
type History = (typeof histories)[number]

/**
 * Erases finished runs and deliveries past the retention of their organization, with input and output, in small transactions to keep locks short.
 * Drops months beyond the longest retention. Counters and sums stay. @returns the number of rows erased one by one.
 */
export async function eraseExpired(platform: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  let erased = 0
  for (const history of histories) erased += await eraseHistory(platform, history)
  return erased
}

async function eraseHistory({ db, clock }: Pick<Platform, 'db' | 'clock'>, history: History): Promise<number> {
  const now = clock.now().getTime()
  const before = (days: number) => new Date(now - days * dayMs)
  let erased = 0
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const orgIds: string[] = await db.withSystem((tx) =>
      history.organizations(tx, before(Math.min(...retentionDays)), from, organizationsAtOnce),
    )
    const policyOf = await db.withSystem((tx) => listRetention(tx, orgIds))
    for (const orgId of orgIds) {
      const end = before(policyOf(orgId).days)
      let count
      do {
        count = await db.withSystem((tx) => history.erase(tx, orgId, end, runsAtOnce))
        erased += count
      } while (count === runsAtOnce)
    }
    after = orgIds.at(-1) ?? null
    if (orgIds.length < organizationsAtOnce) break
  }
  // A month beyond the longest retention, so that a month is dropped only after all of it expired.
  await db.withSystem((tx) => history.drop(tx, before(Math.max(...retentionDays) + 31)))
  return erased
}
