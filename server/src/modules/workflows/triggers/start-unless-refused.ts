import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import type { StartRequest } from '../engine/engine.ts'

/**
 * Starts a workflow unless it refuses (concurrency limit, input too large): no caller waits for a response, and other workflows of the
 * same event or minute must not fail because of it. Answers why it refused.
 */
export async function startUnlessRefused(platform: Platform, tx: OrgTx, request: StartRequest): Promise<Text | null> {
  try {
    await engineOf(platform).startIn(tx, request)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { workflowId, trigger } = request
    platform.log.info({ orgId: tx.orgId, workflowId, trigger, code: error.code }, 'a workflow was not started')
    return error.errors?.[0]?.path === 'input'
      ? message('An item was left out: it has more than {max} KB', { max: workflowLimits.inputBytes / 1024 })
      : error.text
  }
}
