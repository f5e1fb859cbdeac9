import { sql } from 'kysely'
import { textOf } from '@imperium/contract/kit/message.ts'
import { signal } from '../../../platform/events/live.ts'
import { noneLeft } from '../../../platform/metering/message-allowance.ts'
import { messagesOfMonth } from '../../../platform/metering/metering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isInUse, isSuspended } from '../../organizations/index.ts'
import { endIfOver } from '../engine/finish-send.ts'
import { pauseByGuard, pausedForProblem } from '../engine/guard.ts'
import { beginOccurrence } from './launch-campaign.ts'
import { checkLaunch, overLimit } from './launch-preconditions.ts'
import { whatIsDue } from './schedule.ts'
import { lockCampaign, writeCampaign } from '../store.ts'
import { campaignChanged } from '../campaign-changed.ts'

const mostAtOnce = 200

/** Begins every due occurrence, on the process that leads the schedule. The failure of one campaign does not delay the others. */
export async function runSchedule(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.withSystem((tx) =>
    tx
      .selectFrom('campaigns')
      .select(['org_id', 'id'])
      .where('next_at', '<=', now)
      .where('status', 'in', ['scheduled', 'running'])
      .where('deleted_at', 'is', null)
      // Campaigns of suspended organizations stay due, and would fill the batch of all others.
      .where(isInUse(sql`campaigns.org_id`))
      .orderBy('next_at')
      .limit(mostAtOnce)
      .execute(),
  )
  for (const { org_id: orgId, id } of due) {
    try {
      await beginDue(platform, orgId, id, now)
    } catch (error) {
      platform.log.error({ err: error, orgId, campaignId: id }, 'a scheduled campaign could not begin')
    }
  }
}

async function beginDue(platform: Platform, orgId: string, id: string, now: Date): Promise<void> {
  await platform.db.withOrg(orgId, async (tx) => {
    const campaign = await lockCampaign(tx, id)
    // Paused, changed or begun by another process in the meantime.
    if (!campaign?.next_at || campaign.next_at > now || (campaign.status !== 'scheduled' && campaign.status !== 'running')) return
    // Suspended in the meantime: it waits until that ends, and is then late like any other.
    if (await isSuspended(tx)) return
    const { begins, nextAt } = whatIsDue(campaign.definition.schedule, campaign.next_at, now)
    if (!begins) {
      await writeCampaign(tx, id, { next_at: nextAt, ...(nextAt === null ? { status: 'running' } : {}) })
      if (nextAt === null) await endIfOver(platform, tx, { campaignId: id, name: campaign.name })
      return
    }
    // Conditions of the launch may no longer be met: a sender deleted, a template refused, the audience of a one-time campaign empty.
    const { errors, count } = await checkLaunch(platform, tx, campaign, new Date(campaign.next_at.getTime() - 1), { isLaunched: true })
    const problem = errors[0] ?? (await overLimit(tx, campaign, count)) ?? noneLeft(await messagesOfMonth(tx))
    if (problem) {
      const reason = pausedForProblem(textOf(problem))
      await pauseByGuard(platform, tx, { campaignId: id, sendId: null, name: campaign.name }, reason)
    } else await beginOccurrence(platform, tx, campaign, nextAt)
    await signal(tx, campaignChanged({ orgId, campaignId: id }))
  })
}
