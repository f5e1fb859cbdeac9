import type { ModuleFactory } from '../../platform/module.ts'
import { securityOperations } from './routes.ts'
import { insertPolicy } from './store.ts'
import { securityActs } from './acts.ts'

export { defaultPasswordPolicy, strictestPolicy } from './store.ts'

export const securityModule: ModuleFactory = () => ({
  name: 'security',
  tables: ['auth.security_policies'],
  acts: securityActs,
  operations: securityOperations,
  seedOrganization: insertPolicy,
})
