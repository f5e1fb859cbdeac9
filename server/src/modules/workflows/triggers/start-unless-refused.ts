import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import type { StartRequest } from '../engine/engine.ts'

/**
 * Starts a workflow, or not where it refuses (as many runs as it allows are under way, what it is given is too large): nobody waits for an
 * answer, and what else the same event or the same minute starts must not wait for it either.
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
