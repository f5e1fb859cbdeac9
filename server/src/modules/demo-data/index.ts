import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { demoJob } from './demo-job.ts'
import { demoDataOperations } from './routes.ts'

export { findDemo } from './store.ts'

export const demoDataModule: ModuleFactory = (platform) => ({
  name: 'demo-data',
  tables: ['demo_data'],
  acts: { kinds: { 'demo-data': 'settings' } },
  operations: demoDataOperations(platform),
  jobs: [demoJob(platform)] as JobDefinition[],
})
