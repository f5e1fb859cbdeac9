import { memberEvents } from '@imperium/contract/events/team.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { offerRelation } from '../entities/index.ts'
import { memberTargets } from './member-targets.ts'
import { teamOperations } from './routes.ts'
import { exportInvitations } from './store.ts'
import { teamActs } from './acts.ts'

export { hasInvited } from './first-steps-store.ts'
export { noSeat } from './invite-person.ts'
export { countTeam, findOpenInvitation, markAccepted } from './store.ts'

export const teamModule: ModuleFactory = (platform) => ({
  name: 'team',
  tables: ['invitations'],
  acts: teamActs,
  emits: Object.values(memberEvents),
  extensions: [offerRelation(memberTargets)],
  operations: teamOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({
    invitations: await collectInEach(platform.db, orgIds, (tx) => exportInvitations(tx, userId)),
  }),
})
