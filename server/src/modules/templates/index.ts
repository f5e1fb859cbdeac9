import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { recountTemplates, templateJobs } from './jobs.ts'
import { onEmailImageUse } from '../email-designs/index.ts'
import { templateOperations } from './routes.ts'
import { exportRatings, templatesWithImage } from './store.ts'
import { templatesActs } from './acts.ts'

const recountEveryMs = 3_600_000

export const templatesModule: ModuleFactory = (platform) => ({
  name: 'templates',
  tables: ['templates', 'community_templates', 'template_uses', 'template_ratings', 'template_totals'],
  acts: templatesActs,
  extensions: [onEmailImageUse(templatesWithImage)],
  operations: templateOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({
    templateRatings: await collectInEach(platform.db, orgIds, (tx) => exportRatings(tx, userId)),
  }),
  jobs: templateJobs(platform),
  ticks: [{ name: 'recount-templates', everyMs: recountEveryMs, run: () => recountTemplates(platform) }],
})
