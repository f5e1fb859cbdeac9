import { activity } from '@imperium/contract/activity.ts'
import type { Retention } from '@imperium/contract/activity.ts'
import { stale } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { requireRetention } from '../../platform/metering/plan-limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { exportStream } from './export-activity.ts'
import { activityFilter, auditFilter, toActivityEntry, toAuditEntry } from './list-activity.ts'
import { listStreamPage } from './list-stream-page.ts'
import { lockRetention, readRetention, writeRetention } from './store.ts'
import type { RetentionRow } from './store.ts'

export const activityOperations = ({ acts, clock, cursors }: Platform) =>
  bindOperations(activity, {
    list: async ({ query }, context) => {
      const filter = await activityFilter(acts, context.tx, context, query, clock.now())
      const { rows, nextCursor } = await listStreamPage(cursors, context.tx, 'activity.list', filter, query)
      return { rows: rows.map((row) => toActivityEntry(acts, row)), nextCursor }
    },
    export: async ({ query }, context) => {
      const now = clock.now()
      const filter = await context.inOrg((tx) => activityFilter(acts, tx, context, query, now))
      context.audit({ after: query })
      return exportStream(acts, context, 'activity', filter, now)
    },
    audit: async ({ query }, { tx }) => {
      const { rows, nextCursor } = await listStreamPage(cursors, tx, 'activity.audit', auditFilter(acts, query, clock.now()), query)
      return { rows: rows.map((row) => toAuditEntry(acts, row)), nextCursor }
    },
    exportAudit: async ({ query }, context) => {
      context.audit({ after: query })
      return exportStream(acts, context, 'audit', auditFilter(acts, query, clock.now()), clock.now())
    },
    retention: async (_input, { tx }) => toRetention(await readRetention(tx)),
    setRetention: async ({ body }, { tx, audit }) => {
      await lockRetention(tx)
      const before = await readRetention(tx)
      if (body.updatedAt !== undefined && body.updatedAt !== (before.updatedAt?.toISOString() ?? null)) throw stale()
      const { retentionDays, historyDays = before.historyDays } = body
      // What was chosen under a larger plan may stay, or become shorter.
      if (retentionDays > before.days) await requireRetention(tx, retentionDays)
      await writeRetention(tx, { days: retentionDays, historyDays })
      audit({
        before: { retentionDays: before.days, historyDays: before.historyDays },
        after: { retentionDays, historyDays },
      })
      return toRetention(await readRetention(tx))
    },
  })

const toRetention = ({ days, historyDays, updatedAt }: RetentionRow): Retention => ({
  // The table's checks hold them to the contract's figures.
  retentionDays: days as Retention['retentionDays'],
  recommendedDays: 90,
  historyDays: historyDays as Retention['historyDays'],
  updatedAt: updatedAt?.toISOString() ?? null,
})
