import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'hierarchy:read': { roles: allRoles, scope: { label: 'Read the hierarchy', group: 'Organization', order: 372 } },
  'hierarchy:manage': { roles: managers, refused: 'Your role can view the hierarchy, but not change it' },
  'hierarchy:place': { roles: workers, refused: 'Your role cannot change where this belongs' },
  'rights:manage': { roles: managers, refused: 'Your role cannot assign rights' },
})
