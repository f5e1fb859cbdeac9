import type { ModuleFactory } from '../../platform/module.ts'
import { searchOperations } from './routes.ts'

export { searchIn } from './search-sources.ts'

export const searchModule: ModuleFactory = (platform) => ({
  name: 'search',
  tables: [],
  operations: searchOperations(platform),
})
