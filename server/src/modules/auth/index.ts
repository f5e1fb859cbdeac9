import type { ModuleFactory } from '../../platform/module.ts'
import { authOperations } from './routes.ts'

export const authModule: ModuleFactory = (platform) => ({
  name: 'auth',
  tables: ['auth.users', 'auth.user_passwords', 'auth.sessions', 'auth.login_events'],
  operations: authOperations(platform),
})
