import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { onEvent } from '../../../../platform/events/events.ts'
import type { EventHandler } from '../../../../platform/events/events.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { findRuns } from '../../../runs/index.ts'
import { engineOf } from '../../engine/engine-of.ts'
import { agentEndOf } from '../agents/agent-end.ts'
import { messageSettled } from '../../../messages/index.ts'

const isAwaited = async (tx: OrgTx, kind: 'run' | 'message', key: string): Promise<boolean> =>
  (await tx.selectFrom('workflow_waits').select('run_id').where('kind', '=', kind).where('key', '=', key).executeTakeFirst()) !== undefined

const anyAwaited = (kind: 'run' | 'message') => async (tx: OrgTx) =>
  (await tx.selectFrom('workflow_waits').select('run_id').where('kind', '=', kind).limit(1).executeTakeFirst()) !== undefined

/** Continues the step that waits for an agent's run that ended. */
export const wakeForAgent = (platform: Platform): EventHandler =>
  onEvent({
    event: [runEvents.completed, runEvents.failed, runEvents.cancelled],
    name: 'workflows.wakeForAgent',
    isWanted: anyAwaited('run'),
    run: ({ orgId, payload: { runId } }) =>
      platform.db.withOrg(orgId, async (tx) => {
        if (!(await isAwaited(tx, 'run', runId))) return
        const run = (await findRuns(tx, [runId])).get(runId)
        if (run) await engineOf(platform).signal(tx, { kind: 'run', key: runId, id: 'end', data: agentEndOf(run) })
      }),
  })

/** Continues the step that waits for a message that was sent or has failed for good. */
export const wakeForMessage = (platform: Platform): EventHandler =>
  onEvent({
    event: messageSettled,
    name: 'workflows.wakeForMessage',
    run: async ({ orgId, payload }) => {
      const signal = { kind: 'message', key: payload.messageId, id: 'end', data: payload as Json } as const
      await platform.db.withOrg(orgId, (tx) => engineOf(platform).signal(tx, signal))
    },
  })
