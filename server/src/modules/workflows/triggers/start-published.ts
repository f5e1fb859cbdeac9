import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findWorkflow } from '../definitions/store.ts'
import { startUnlessRefused } from './start-unless-refused.ts'

interface PublishedStart {
  workflowId: string
  /** The same key starts one run. */
  startKey: string
  input: Json
  /** `Alert Many failures`. */
  startedBy: string
}

/** Starts a workflow that a row of another module names. One that is gone, paused or not published is left out. */
export async function startPublished(
  platform: Platform,
  tx: OrgTx,
  { workflowId, startKey, input, startedBy }: PublishedStart,
): Promise<void> {
  const workflow = await findWorkflow(tx, workflowId)
  if (!workflow || workflow.version === null || workflow.status !== 'active') return
  await startUnlessRefused(platform, tx, {
    workflowId,
    version: workflow.version,
    trigger: 'event',
    input,
    triggeredBy: startedBy,
    triggeredByUser: null,
    startKey,
  })
}
