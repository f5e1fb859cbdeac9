import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { reportOperations } from './routes.ts'
import { freeStuckRuns, runDueReports, runJob } from './run-report.ts'
import { listHeldReports } from './run-store.ts'
import { exportReports } from './store.ts'

const minuteMs = 60_000

export const reportsModule: ModuleFactory = (platform) => ({
  name: 'reports',
  tables: ['reports', 'report_recipients', 'report_runs', 'report_mails', 'report_shares'],
  acts: {
    sentences: {
      'reports.create': describedAct('change', '{actor} created the report {target}'),
      'reports.update': describedAct('change', '{actor} changed the report {target}'),
      'reports.remove': describedAct('change', '{actor} deleted the report {target}'),
      'reports.run': describedAct('change', '{actor} ran the report {target}'),
      'reports.share': describedAct('change', '{actor} shared the report {target}'),
      'reports.revokeShare': describedAct('change', '{actor} revoked a link to a report'),
      'reports.export': describedAct('change', '{actor} exported the report {target}'),
      'reports.exportAll': describedAct('change', '{actor} exported all reports'),
    },
  },
  operations: reportOperations(platform),
  listHeldWork: listHeldReports,
  jobs: [runJob(platform)] as JobDefinition[],
  ticks: [
    { name: 'run-due-reports', everyMs: minuteMs / 2, run: () => runDueReports(platform) },
    { name: 'free-stuck-reports', everyMs: 5 * minuteMs, run: () => freeStuckRuns(platform) },
  ],
  exportPerson: async ({ userId, orgIds }) => ({ reports: await collectInEach(platform.db, orgIds, (tx) => exportReports(tx, userId)) }),
})
