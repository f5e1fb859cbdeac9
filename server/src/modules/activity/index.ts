import type { ModuleFactory } from '../../platform/module.ts'
import { eraseExpired } from './erase-expired.ts'
import { mirrorActs } from './mirror-acts.ts'
import { activityOperations } from './routes.ts'
import { activityActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { activityQuery } from './query-tables.ts'

export { countActive } from './count-active.ts'
export { keptDays, readRetention } from './store.ts'
export { listRecent } from './list-recent.ts'

const hourMs = 3_600_000

export const activityModule: ModuleFactory = (platform) => ({
  name: 'activity',
  tables: ['retention_policies', 'audit_mirror'],
  acts: activityActs,
  extensions: [offerQueryTable(activityQuery)],
  operations: activityOperations(platform),
  ticks: [
    { name: 'mirror-account-acts', everyMs: 1_000, run: () => mirrorActs(platform) },
    { name: 'erase-expired-runs', everyMs: hourMs, run: () => eraseExpired(platform, 'runs') },
    { name: 'erase-expired-history', everyMs: hourMs, run: () => eraseExpired(platform, 'history') },
  ],
})
