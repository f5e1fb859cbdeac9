import { recordEvents } from '@imperium/contract/events/records.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { listTabledEntities } from '../entities/index.ts'
import { belongToNodes } from '../hierarchy/index.ts'
import { giveTools } from '../runs/index.ts'
import { searchIn } from '../search/index.ts'
import { provideRecordConditions } from '../segments/index.ts'
import { recordActs } from './acts.ts'
import { offerRecords } from './automation/agent-tools.ts'
import { recordContactExtension } from './contact-extension.ts'
import { recordImportOperations } from './imports/manage-imports.ts'
import { recordImportJob, recordImportTicks } from './imports/run-import.ts'
import { recordViewOperations } from './record-views.ts'
import { recordOperations } from './routes.ts'
import { recordConditions } from './segment-conditions.ts'
import { searchRecords } from './search-records.ts'

export { performRecordAct } from './automation/perform-acts.ts'
export type { RecordActName } from './automation/record-acts.ts'

export const recordsModule: ModuleFactory = (platform) => ({
  name: 'records',
  tables: ['record_counters', 'record_views', 'record_imports'],
  reads: ['entity_definitions'],
  acts: recordActs,
  emits: Object.values(recordEvents),
  extensions: [
    belongToNodes(async (tx) =>
      (await listTabledEntities(tx)).map(({ name, table }) => ({
        kind: 'record',
        entity: name,
        table: `records.${table}`,
        hasTrash: true,
        read: 'records:read',
        write: 'records:write',
      })),
    ),
    extendContacts(recordContactExtension),
    giveTools(offerRecords),
    provideRecordConditions(recordConditions),
    searchIn({ permission: 'records:read', order: 70, find: searchRecords }),
  ],
  operations: [...recordOperations(platform), ...recordViewOperations(platform), ...recordImportOperations(platform)],
  jobs: [recordImportJob(platform)] as JobDefinition[],
  ticks: recordImportTicks(platform),
})
