import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'branding:read': { roles: allRoles },
  'branding:write': { roles: managers, refused: 'Only owners and administrators can change the brand' },
})
