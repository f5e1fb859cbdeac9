import { message } from '@imperium/contract/kit/message.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { StartRefusal } from '../../integrations/index.ts'
import { engineOf } from '../engine/engine-of.ts'
import type { StartRequest } from '../engine/engine.ts'

/** A limit of concurrent runs is not among them: the workflow itself says that it leaves out what is beyond. */
const passing: ReadonlySet<string> = new Set(['PLAN_LIMIT', 'ORGANIZATION_SUSPENDED'])

/**
 * Starts a workflow unless it refuses (concurrency limit, input too large): no caller waits for a response, and other workflows of the
 * same event or minute must not fail because of it. Answers why it refused.
 */
export async function startUnlessRefused(platform: Platform, tx: OrgTx, request: StartRequest): Promise<StartRefusal | null> {
  try {
    await engineOf(platform).startIn(tx, request)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { workflowId, trigger } = request
    platform.log.info({ orgId: tx.orgId, workflowId, trigger, code: error.code }, 'a workflow was not started')
    const text =
      error.errors?.[0]?.path === 'input'
        ? message('An item did not start it: it has more than {max} KB', { max: workflowLimits.inputBytes / 1024 })
        : error.text
    return { text, mayPass: passing.has(error.code) || error.status === 429 || error.status === 503 }
  }
}
