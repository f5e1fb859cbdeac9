import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { dataExportsActs } from './acts.ts'
import { buildExportJob } from './build-export.ts'
import { dataExportOperations } from './routes.ts'

export const dataExportsModule: ModuleFactory = (platform) => ({
  name: 'data-exports',
  tables: ['data_exports'],
  acts: dataExportsActs,
  operations: dataExportOperations(platform),
  jobs: [buildExportJob(platform)] as JobDefinition[],
})
