import { worded } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { contextOf } from '../../platform/operations/work-as.ts'
import type { Principal } from '../../platform/operations/work-as.ts'
import type { Platform } from '../../platform/platform.ts'
import { loadDemo } from './load-demo.ts'
import { removeDemo } from './remove-demo.ts'
import { deleteDemo, endLoading, noRecords, TakenOverError, writeProgress } from './store.ts'

export const demoJobName = 'demo-data.work'

export interface DemoJobData {
  orgId: string
  kind: 'load' | 'remove'
  workId: string
  principal: Principal
}

/** Loads or removes in the member's name. A repeat after a crash first removes what the first try left. */
export const demoJob = (platform: Platform): JobDefinition<DemoJobData> => ({
  name: demoJobName,
  lane: 'interactive',
  run: async ({ kind, workId, principal }, { signal }) => {
    const context = contextOf(platform, principal, signal)
    try {
      await removeDemo(platform, context, workId)
      if (kind === 'remove') return await context.inOrg((tx) => deleteDemo(tx, workId))
      const began = platform.clock.now()
      await context.inOrg((tx) => writeProgress(tx, workId, 1, noRecords(began)))
      await loadDemo(platform, context, workId, began)
      await context.inOrg((tx) => endLoading(tx, workId, 'ready', null))
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof TakenOverError) return
      // A limit of the plan, or what a member changed meanwhile; anything else is a fault of ours.
      const isRefusal = error instanceof AppError && [403, 404, 409].includes(error.status)
      if (!isRefusal) platform.log.error({ err: error }, 'demo data stopped in the middle')
      const reason = isRefusal ? error.text : worded('An unexpected error stopped it.').message
      await context.inOrg((tx) => endLoading(tx, workId, 'failed', reason))
    }
  },
})
