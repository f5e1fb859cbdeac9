import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { StartRefusal, TriggeredStart } from '../../integrations/index.ts'
import { findTrigger } from './triggers-store.ts'
import { startUnlessRefused } from './start-unless-refused.ts'

/** Starts a workflow with what happened at a connected service. While it is paused, that is left out. Answers why it refused. */
export const startFromItem =
  (platform: Platform) =>
  async (tx: OrgTx, { workflowId, startKey, item, startedBy, isKept }: TriggeredStart): Promise<StartRefusal | null> => {
    const trigger = await findTrigger(tx, workflowId)
    if (!trigger?.enabled) return isKept ? { text: message('The workflow is paused', {}), mayPass: true } : null
    return startUnlessRefused(platform, tx, {
      workflowId,
      version: trigger.version,
      trigger: 'event',
      input: item.data,
      triggeredBy: startedBy,
      triggeredByUser: null,
      startKey,
    })
  }
