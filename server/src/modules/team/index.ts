import type { ModuleFactory } from '../../platform/module.ts'
import { teamOperations } from './routes.ts'

export const teamModule: ModuleFactory = (platform) => ({
  name: 'team',
  tables: ['invitations'],
  operations: teamOperations(platform),
})
