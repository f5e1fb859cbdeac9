import { accountEvents } from '@imperium/contract/events/auth.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { mailResetLinkJob } from './password/forgot-password.ts'
import { exportAccount } from './person-store.ts'
import { authOperations } from './routes.ts'
import { twoFactorOperations } from './two-factor/routes.ts'
import { rewrapTotpSecrets } from './two-factor/rewrap-secrets.ts'
import { signedInFromNewDevice } from './sessions/signed-in-from-new-device.ts'
import { authActs } from './acts.ts'

export { signedInFromNewDevice } from './sessions/signed-in-from-new-device.ts'
export { describeDevice } from './describe-device.ts'
export { createInvitedAccount, prepareInvitedAccount } from './create-invited-account.ts'
export { checkPassword } from './login.ts'
export { postAccountNotice } from './two-factor/notices.ts'
export type { NoticeText } from './two-factor/notice-texts.ts'
export { issueToken, spendToken } from './one-time-token-store.ts'
export type { TokenPurpose } from './one-time-token-store.ts'
export { proveAddress } from './prove-address.ts'
export { createProvenAccount, lockOwnWaysIn } from './proven-account.ts'
export {
  changeEmail,
  endSessionsOf,
  eraseAccount,
  findPendingEmail,
  findPerson,
  listDueDeletions,
  listPeople,
  scheduleDeletion,
  updatePerson,
  updatePreferences,
} from './person-store.ts'
export type { Person } from './person-store.ts'
export { completeSignIn } from './sign-in.ts'
export { endSessionsOfSso } from './sso-sessions.ts'
export { findAccount, findAccountById } from './store.ts'
export type { Account } from './store.ts'
export { resetSecondFactor } from './two-factor/reset-second-factor.ts'

export const authModule: ModuleFactory = (platform) => ({
  name: 'auth',
  tables: [
    'auth.users',
    'auth.user_passwords',
    'auth.password_history',
    'auth.sessions',
    'auth.login_events',
    'auth.one_time_tokens',
    'auth.totp_credentials',
    'auth.recovery_codes',
    'auth.passkeys',
    'auth.challenges',
  ],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withAuth((tx) => rewrapTotpSecrets(platform, tx)),
      (userId) => `the authenticator app of account ${userId}; reset it with: users reset-two-factor <email>`,
    ),
  acts: authActs,
  emits: [...Object.values(accountEvents), signedInFromNewDevice],
  operations: [...authOperations(platform), ...twoFactorOperations(platform)],
  jobs: [mailResetLinkJob(platform)],
  exportPerson: ({ userId }) => platform.db.withAuth((tx) => exportAccount(tx, userId)),
})
