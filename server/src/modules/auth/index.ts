import type { ModuleFactory } from '../../platform/module.ts'
import { authOperations } from './routes.ts'

export { issueToken, useToken } from './one-time-tokens.ts'
export { createProvenAccount, lockOwnWaysIn } from './proven-account.ts'
export { completeSignIn } from './sign-in.ts'
export { findAccount, findAccountById } from './store.ts'

export const authModule: ModuleFactory = (platform) => ({
  name: 'auth',
  tables: [
    'auth.users',
    'auth.user_passwords',
    'auth.sessions',
    'auth.login_events',
    'auth.one_time_tokens',
    'auth.totp_credentials',
    'auth.recovery_codes',
    'auth.passkeys',
    'auth.challenges',
  ],
  operations: authOperations(platform),
})
