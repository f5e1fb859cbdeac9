import type { ModuleFactory } from '../../platform/module.ts'
import { disconnectNewOwner } from './disconnect-new-owner.ts'
import { exportIdentities } from './export-person.ts'
import { identityOperations } from './routes.ts'
import { deleteIdentitiesOf, deleteOldFlows } from './store.ts'

export { rewrapSsoSecrets } from './rewrap-secrets.ts'

const hourMs = 3_600_000

export const identitiesModule: ModuleFactory = (platform) => ({
  name: 'identities',
  tables: ['auth.identities', 'auth.sign_in_flows', 'sso_connections', 'sso_domains'],
  operations: identityOperations(platform),
  exportPerson: async ({ userId }) => ({ connectedAccounts: await platform.db.withAuth((tx) => exportIdentities(tx, userId)) }),
  forgetUnproved: deleteIdentitiesOf,
  events: [disconnectNewOwner(platform)],
  ticks: [
    {
      name: 'identities.sweepFlows',
      everyMs: hourMs,
      run: () => platform.db.withAuth((tx) => deleteOldFlows(tx, new Date(platform.clock.now().getTime() - hourMs))),
    },
  ],
})
