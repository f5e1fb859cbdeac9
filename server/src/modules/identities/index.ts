import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import { pageFacts } from '../../platform/http/page-facts.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { disconnectNewOwner } from './disconnect-new-owner.ts'
import { exportIdentities } from './export-person.ts'
import { identityOperations } from './routes.ts'
import { deleteIdentitiesOf, deleteOldFlows } from './store.ts'
import { rewrapSsoSecrets } from './rewrap-secrets.ts'
import { identitiesActs } from './acts.ts'
import { readSignInWays } from './sign-in-ways.ts'

const hourMs = 3_600_000

export const identitiesModule: ModuleFactory = (platform) => ({
  name: 'identities',
  tables: ['auth.identities', 'auth.sign_in_flows', 'sso_connections', 'sso_domains'],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapSsoSecrets(platform, tx)),
      (orgId) => `the client secret of the single sign-on of organization ${orgId}; it must be entered again.`,
    ),
  acts: identitiesActs,
  extensions: [
    pageFacts.entry({
      name: 'sign-in-ways',
      isFor: (pathname) => pathname === '/login' || pathname === '/register',
      read: () => readSignInWays(platform),
    }),
  ],
  operations: identityOperations(platform),
  exportPerson: async ({ userId }) => ({ connectedAccounts: await platform.db.withAuth((tx) => exportIdentities(tx, userId)) }),
  deleteUnproved: deleteIdentitiesOf,
  events: [disconnectNewOwner(platform)],
  ticks: [
    {
      name: 'identities.sweepFlows',
      everyMs: hourMs,
      run: () => platform.db.withAuth((tx) => deleteOldFlows(tx, new Date(platform.clock.now().getTime() - hourMs))),
    },
  ],
})
