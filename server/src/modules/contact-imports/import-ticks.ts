import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { Platform } from '../../platform/platform.ts'
import { claimStalled, findStalled, deleteOldImports } from './import-store.ts'
import { deleteOldOptOuts } from './opt-outs-store.ts'
import { importJobName } from './run-import.ts'
import type { ImportJobData } from './run-import.ts'
import { undoJobName } from './undo-import.ts'
import type { Tick } from '../../platform/tick.ts'

const stalledAfterMs = 30_000

/** Takes up what a process left when it died, and forgets what is kept for a while only. */
export const importTicks = ({ db, jobs }: Platform): Tick[] => [
  {
    name: 'resume-contact-imports',
    everyMs: 10_000,
    run: async () => {
      for (const left of await db.withSystem((tx) => findStalled(tx, stalledAfterMs)))
        await db.withOrg(left.orgId, async (tx) => {
          if (!(await claimStalled(tx, left, stalledAfterMs))) return
          const data = { orgId: left.orgId, importId: left.id }
          await jobs.send<ImportJobData>(tx, left.status === 'running' ? importJobName : undoJobName, data)
        })
    },
  },
  {
    name: 'sweep-contact-imports',
    everyMs: 3_600_000,
    run: async () => {
      await db.withSystem((tx) => deleteOldImports(tx, importLimits.undoDays))
      // In portions: a large import left very many.
      for (let isMore = true; isMore;) isMore = await db.withSystem(deleteOldOptOuts)
    },
  },
]
