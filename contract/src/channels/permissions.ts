import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'channels:read': { roles: allRoles, scope: { label: 'Read senders and accounts', group: 'Campaigns', order: 150 } },
  'channels:manage': { roles: managers },
})
