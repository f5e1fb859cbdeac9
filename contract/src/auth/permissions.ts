import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'api-keys:manage': { roles: managers },
  'security:read': { roles: managers },
  'security:manage': { roles: managers },
  'sso:manage': { roles: managers },
  'audit:read': { roles: managers },
  'activity:read': { roles: allRoles },
})
