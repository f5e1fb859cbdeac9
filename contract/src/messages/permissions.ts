import { allRoles, definePermissions, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'messages:read': { roles: allRoles, scope: { label: 'Read messages', group: 'Campaigns', order: 160 } },
  'messages:write': { roles: workers, scope: { label: 'Write messages', group: 'Campaigns', order: 170 } },
})
