import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

const refused = 'Your role can view campaigns, but not change or send them'

export const permissions = definePermissions({
  'campaigns:read': { roles: allRoles, scope: { label: 'Read campaigns and their figures', group: 'Campaigns', order: 120 } },
  'campaigns:write': { roles: workers, scope: { label: 'Create and change campaigns', group: 'Campaigns', order: 130 }, refused },
  'campaigns:send': { roles: workers, scope: { label: 'Send campaigns', group: 'Campaigns', order: 140 }, refused },
  'campaigns:approve': { roles: managers, refused },
})
