import { pageDressers } from '../../platform/http/dress-page.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { brandingActs } from './acts.ts'
import { createPageDresser } from './dress-page.ts'
import { brandingOperations } from './routes.ts'

export { readBrand } from './read-brand.ts'

export const brandingModule: ModuleFactory = (platform) => ({
  name: 'branding',
  tables: ['brand_images', 'brand_versions'],
  reads: ['auth.organizations'],
  acts: brandingActs,
  operations: brandingOperations(platform),
  extensions: [pageDressers.entry(createPageDresser(platform))],
})
