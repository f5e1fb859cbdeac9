import { team } from '@imperium/contract/team.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeMember, leaveOrganization, removeMember, transferOwnership } from './change-members.ts'
import { invitePerson, resendInvitation, revokeInvitation } from './invite-person.ts'
import { acceptInvitation, join, previewInvitation } from './join.ts'
import { countTeam, invitationPage, joinedPage, rosterPage, toInvitation, toMember } from './store.ts'

export const teamOperations = (platform: Platform) =>
  bindOperations(team, {
    members: async ({ query }, { tx }) => {
      const page = await rosterPage(platform.cursors, { tx, list: 'team', query }, query)
      return { ...page, rows: page.rows.map((row) => toMember(row)) }
    },
    users: async ({ query }, { tx }) => {
      const page = await joinedPage(platform.cursors, { tx, list: 'users', query }, query)
      return { ...page, rows: page.rows.map((row) => toMember(row)) }
    },
    stats: async ({ query }, { tx, org }) => {
      const counts = await countTeam(tx, query, platform.clock.now())
      return { ...counts, maxUsers: org.maxUsers, available: Math.max(0, org.maxUsers - counts.used - counts.pending) }
    },
    invitations: async ({ query }, { tx }) => {
      const page = await invitationPage(platform.cursors, { tx, list: 'invitations', query }, {})
      return { ...page, rows: page.rows.map((row) => toInvitation(row, platform.clock.now())) }
    },
    invite: ({ body }, context) => invitePerson(platform, context, body),
    resend: ({ params }, context) => resendInvitation(platform, context, params.id),
    revoke: ({ params }, context) => revokeInvitation(platform, context, params.id),
    changeMember: ({ params, body }, context) => changeMember(platform, context, params.id, body),
    removeMember: ({ params }, context) => removeMember(platform, context, params.id),
    transferOwnership: ({ body }, context) => transferOwnership(platform, context, body.memberId),
    leave: (_input, context) => leaveOrganization(platform, context),
    previewInvitation: ({ body }) => previewInvitation(platform, body.token),
    join: ({ body }, context) => join(platform, context, body),
    accept: ({ body }, context) => acceptInvitation(platform, context, body.token),
  })
