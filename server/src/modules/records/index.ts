import { recordEvents } from '@imperium/contract/events/records.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { searchIn } from '../search/index.ts'
import { recordActs } from './acts.ts'
import { recordOperations } from './routes.ts'
import { searchRecords } from './search-records.ts'

export const recordsModule: ModuleFactory = (platform) => ({
  name: 'records',
  tables: ['record_counters'],
  acts: recordActs,
  emits: Object.values(recordEvents),
  extensions: [searchIn({ permission: 'records:read', order: 70, find: searchRecords })],
  operations: recordOperations(platform),
})
