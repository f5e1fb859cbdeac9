import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import type { StartRequest } from '../engine/engine.ts'

/**
 * Starts a workflow unless it refuses (concurrency limit, input too large): no caller waits for a response, and other workflows of the
 * same event or minute must not fail because of it.
 */
export async function startUnlessRefused(platform: Platform, tx: OrgTx, request: StartRequest): Promise<void> {
  try {
    await engineOf(platform).startIn(tx, request)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { workflowId, trigger } = request
    platform.log.info({ orgId: tx.orgId, workflowId, trigger, code: error.code }, 'a workflow was not started')
  }
}
