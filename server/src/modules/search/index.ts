import type { ModuleFactory } from '../../platform/module.ts'
import { searchOperations } from './routes.ts'

export const searchModule: ModuleFactory = () => ({
  name: 'search',
  tables: [],
  operations: searchOperations,
})
