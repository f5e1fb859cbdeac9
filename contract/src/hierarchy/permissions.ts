import { allRoles, definePermissions, managers, owners, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'hierarchy:read': { roles: allRoles, scope: { label: 'Read the hierarchy', group: 'Organization', order: 372 } },
  'hierarchy:manage': { roles: managers, refused: 'Your role can view the hierarchy, but not change it' },
  'hierarchy:place': { roles: workers, refused: 'Your role cannot change where this belongs' },
  /** Opens totals of an organization to another one: the consent of its owner. */
  'hierarchy:link': { roles: owners, neverGranted: true, refused: 'Only the owner can link organizations' },
  'rights:manage': { roles: managers, refused: 'Your role cannot assign rights' },
})
