import type { ModuleFactory } from '../../platform/module.ts'
import { teamOperations } from './routes.ts'

export { noSeat } from './invite-person.ts'
export { countTeam } from './store.ts'

export const teamModule: ModuleFactory = (platform) => ({
  name: 'team',
  tables: ['invitations'],
  operations: teamOperations(platform),
})
