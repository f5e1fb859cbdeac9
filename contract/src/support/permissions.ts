import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'support:use': { roles: allRoles },
  'support:manage': { roles: managers },
})
