import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { dashboard } from '@imperium/contract/dashboard.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { campaignFigures } from '../campaigns/index.ts'
import { inboxFigures } from '../messages/index.ts'
import { workflowFigures } from '../workflows/index.ts'
import { growthOf, percentOf } from './ratios.ts'
import type { Period } from './store.ts'

/** Figures of everything that is not an agent. Conversations are counted as the caller's inbox shows them. */
export async function readWork(
  tx: OrgTx,
  period: Period,
  viewer: Parameters<typeof inboxFigures>[1],
): Promise<Data<typeof dashboard.work>> {
  const { sentBefore, ...campaigns } = await campaignFigures(tx, period)
  const { runsBefore, succeeded, ...workflows } = await workflowFigures(tx, period)
  const { receivedBefore, ...conversations } = await inboxFigures(tx, viewer, period)
  return {
    from: period.from.toISOString(),
    campaigns: { ...campaigns, sentGrowth: growthOf(campaigns.sent, sentBefore) },
    workflows: {
      ...workflows,
      runsGrowth: growthOf(workflows.runs, runsBefore),
      successRate: percentOf(succeeded, succeeded + workflows.failed),
    },
    conversations: { ...conversations, receivedGrowth: growthOf(conversations.received, receivedBefore) },
  }
}
