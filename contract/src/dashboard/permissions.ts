import { allRoles, definePermissions, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'dashboard:read': { roles: allRoles, scope: { label: 'Read figures of the dashboard', group: 'Organization', order: 330 } },
  'notes:read': { roles: allRoles },
  'notes:write': { roles: workers },
  'notifications:read': { roles: allRoles },
  'search:read': { roles: allRoles, scope: { label: 'Search what the key may read', group: 'Organization', order: 350 } },
  'usage:read': { roles: allRoles, scope: { label: 'Read usage and limits', group: 'Organization', order: 340 } },
})
