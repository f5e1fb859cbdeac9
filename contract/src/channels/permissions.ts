import { allRoles, definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'channels:read': { roles: allRoles, scope: { label: 'Read senders and accounts', group: 'Campaigns', order: 150 } },
  'channels:manage': { roles: managers },
  'channels:accounts': {
    roles: managers,
    scope: { label: 'Add and change accounts of channels', group: 'Campaigns', order: 155, inPlaceOfSignIn: true },
  },
})
