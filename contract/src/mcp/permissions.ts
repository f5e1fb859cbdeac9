import { allRoles, definePermissions, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'api-playground:use': { roles: allRoles },
  'api-playground:write': { roles: workers },
  'mcp:use': { roles: allRoles },
})
