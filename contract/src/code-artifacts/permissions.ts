import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'code-artifacts:read': { roles: allRoles },
  'code-artifacts:write': { roles: workers, refused: 'Your role can view code artifacts, but not change them' },
  'code-artifacts:deploy': { roles: managers, refused: 'Only owners and admins deploy code artifacts' },
})
