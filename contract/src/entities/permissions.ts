import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'entities:read': { roles: allRoles, scope: { label: 'Read entity definitions', group: 'Records', order: 354 } },
  'entities:manage': { roles: managers, refused: 'Only owners and admins can change entities' },
  'records:read': { roles: allRoles, scope: { label: 'Read records', group: 'Records', order: 356 } },
  'records:write': {
    roles: workers,
    scope: { label: 'Create and change records', group: 'Records', order: 358 },
    refused: 'Your role can view records, but not change them',
  },
})
