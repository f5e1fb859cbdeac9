import type { ModuleFactory } from '../../platform/module.ts'
import { eraseDueAccounts } from './delete-account.ts'
import { buildExportJob } from './export-person.ts'
import { profileOperations } from './routes.ts'
import { dropExpiredExports, exportProfile } from './store.ts'
import { profileActs } from './acts.ts'

const hour = 3_600_000

export const profileModule: ModuleFactory = (platform) => ({
  name: 'profile',
  tables: ['auth.profiles', 'auth.avatars', 'auth.person_exports'],
  acts: profileActs,
  operations: profileOperations(platform),
  jobs: [buildExportJob(platform)],
  ticks: [
    { name: 'erase-accounts', everyMs: hour / 4, run: () => eraseDueAccounts(platform) },
    {
      name: 'drop-person-exports',
      everyMs: hour,
      run: () => platform.db.withSystem((tx) => dropExpiredExports(tx, platform.clock.now())),
    },
  ],
  exportPerson: ({ userId }) => platform.db.withAuth((tx) => exportProfile(tx, userId)),
})
