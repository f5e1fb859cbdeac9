import { team } from '@imperium/contract/team.ts'
import type { TeamMember } from '@imperium/contract/team.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const member: TeamMember = {
  id: id(7),
  name: 'Vera Guest',
  email: 'vera@example.com',
  role: 'MEMBER',
  status: 'ACTIVE',
  joinedAt: at,
  lastActive: null,
  expiresAt: null,
  isExpired: false,
  updatedAt: at,
}

testStates('the team', {
  place: 'settings/team',
  heading: 'Team Members',
  list: team.members,
  others: (api) => api.give(team.stats, { maxUsers: 10, used: 2, pending: 0, available: 8, inactive: 0, matching: 1 }),
  loadFailed: 'Failed to load the team',
  empty: { data: [], texts: 'No team member fits this search and these filters.' },
  filled: { data: [member], texts: ['Vera Guest', 'vera@example.com'] },
})
