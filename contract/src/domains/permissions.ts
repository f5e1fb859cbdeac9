import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'domains:read': { roles: allRoles },
  'domains:write': { roles: managers, refused: 'Only owners and administrators can change domains' },
})
