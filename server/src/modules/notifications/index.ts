import type { ModuleFactory } from '../../platform/module.ts'
import { tellFailedRun, welcomePerson } from './events.ts'
import { notificationOperations } from './routes.ts'
import { deleteExpired } from './store.ts'

const day = 86_400_000

export const notificationsModule: ModuleFactory = (platform) => ({
  name: 'notifications',
  tables: ['notifications'],
  operations: notificationOperations(platform),
  events: [tellFailedRun(platform), welcomePerson(platform)],
  ticks: [{ name: 'drop-old-notifications', everyMs: day / 4, run: () => platform.db.withSystem(deleteExpired) }],
})
