import type { Platform } from '../../../platform/platform.ts'
import { isSuspended } from '../../organizations/index.ts'
import { nextDue } from './cron.ts'
import { startUnlessRefused } from './start-unless-refused.ts'
import { claimDue, listDue, writeTrigger } from './triggers-store.ts'

const mostAtOnce = 500
/** A start that is later than this was missed: no process led the schedule, or the organization was suspended. */
const missedAfterMs = 5 * 60_000

/** Starts every schedule that is due, on the process that leads. Run twice it starts once: the due time is the run's key. */
export async function runSchedules(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.withSystem((tx) => listDue(tx, now, mostAtOnce))
  for (const { orgId, workflowId } of due) {
    try {
      await startDue(platform, orgId, workflowId, now)
    } catch (error) {
      platform.log.error({ err: error, orgId, workflowId }, 'a scheduled workflow could not start')
    }
  }
}

async function startDue(platform: Platform, orgId: string, workflowId: string, now: Date): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const trigger = await claimDue(tx, workflowId, now)
    if (!trigger?.next_at || trigger.cron === null || (await isSuspended(tx))) return
    const dueAt = trigger.next_at
    // However many times were missed, the workflow starts once, and the next time is in the future.
    await writeTrigger(tx, workflowId, { next_at: nextDue(trigger.cron, trigger.time_zone ?? 'UTC', now) })
    const isMissed = now.getTime() - dueAt.getTime() > missedAfterMs
    if (isMissed && trigger.missed === 'skip') return
    const scheduledAt = dueAt.toISOString()
    await startUnlessRefused(platform, tx, {
      workflowId,
      version: trigger.version,
      trigger: 'schedule',
      input: { scheduledAt },
      triggeredBy: `Schedule ${trigger.cron}`,
      triggeredByUser: null,
      startKey: `schedule:${scheduledAt}`,
    })
  })
}
