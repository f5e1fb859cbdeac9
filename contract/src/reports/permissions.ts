import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'reports:read': { roles: allRoles, scope: { label: 'Read reports', group: 'Organization', order: 344 } },
  'reports:write': { roles: workers, refused: 'Your role can view reports, but not create them' },
  'reports:manage': { roles: managers, refused: 'Only the creator, an owner or an admin can change this report' },
})
