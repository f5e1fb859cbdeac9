import type { ModuleFactory } from '../../platform/module.ts'

export const templatesModule: ModuleFactory = () => ({
  name: 'templates',
  tables: ['templates', 'community_templates', 'template_uses', 'template_ratings', 'template_totals'],
  operations: [],
})
