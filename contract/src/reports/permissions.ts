import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'reports:read': { roles: allRoles, scope: { label: 'Read reports', group: 'Organization', order: 344 } },
  'reports:write': {
    roles: workers,
    scope: { label: 'Create and change reports', group: 'Organization', order: 345 },
    refused: 'Your role can view reports, but not create them',
  },
  'reports:manage': { roles: managers, refused: 'Only an owner or an admin can make a link for anyone' },
})
