import { team } from '@imperium/contract/team.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeMember, leaveOrganization, removeMember, transferOwnership } from './change-members.ts'
import { invitePerson, resendInvitation, revokeInvitation } from './invite-person.ts'
import { acceptInvitation, join, previewInvitation } from './join.ts'
import { countTeam, listInvitations, listTeam } from './store.ts'

export const teamOperations = (platform: Platform) =>
  bindOperations(team, {
    members: async ({ query }, { tx, org }) => {
      const { limit, cursor, ...filter } = query
      const scope = { orgId: org.id, list: 'team', filter }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listTeam(tx, { filter, limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: async ({ query }, { tx, org }) => {
      const counts = await countTeam(tx, query, platform.clock.now())
      return { ...counts, maxUsers: org.maxUsers, available: Math.max(0, org.maxUsers - counts.used - counts.pending) }
    },
    invitations: async ({ query }, { tx, org }) => {
      const scope = { orgId: org.id, list: 'invitations', filter: {} }
      const after = query.cursor ? (platform.cursors.decode(scope, query.cursor) as [string, string]) : null
      const { rows, last } = await listInvitations(tx, { limit: query.limit, after }, platform.clock.now())
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
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
