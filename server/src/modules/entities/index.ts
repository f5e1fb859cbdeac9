import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { entityActs } from './acts.ts'
import { buildTableJob, resumeTableChanges } from './publish-entity.ts'
import { dropExpiredColumns } from './retired-columns.ts'
import { entityOperations } from './routes.ts'

export { deleteEntityWithTable } from './change-entities.ts'
export type { LiveEntity, LiveField } from './definition.ts'
export { findLiveEntity, listLiveEntities, listTabledEntities } from './store.ts'
export { describeEntity, offerRelation, relationTargetsOf } from './system-entities.ts'
export type { RelationTargets, SystemEntity } from './system-entities.ts'
export { searchTextOf, titleOf } from './title-of.ts'
export { fromColumn, recordTable, shareTable, toColumn } from './values-store.ts'

const hourMs = 3_600_000

export const entitiesModule: ModuleFactory = (platform) => ({
  name: 'entities',
  tables: ['entity_definitions', 'entity_versions'],
  acts: entityActs,
  operations: entityOperations(platform),
  jobs: [buildTableJob(platform)] as JobDefinition[],
  ticks: [
    { name: 'drop-retired-columns', everyMs: hourMs, run: () => dropExpiredColumns(platform) },
    { name: 'resume-table-changes', everyMs: hourMs / 12, run: () => resumeTableChanges(platform) },
  ],
})
