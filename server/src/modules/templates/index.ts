import type { ModuleFactory } from '../../platform/module.ts'
import { recountTemplates, templateJobs } from './jobs.ts'
import { templateOperations } from './routes.ts'

const recountEveryMs = 3_600_000

export const templatesModule: ModuleFactory = (platform) => ({
  name: 'templates',
  tables: ['templates', 'community_templates', 'template_uses', 'template_ratings', 'template_totals'],
  operations: templateOperations(platform),
  jobs: templateJobs(platform),
  ticks: [{ name: 'recount-templates', everyMs: recountEveryMs, run: () => recountTemplates(platform) }],
})
