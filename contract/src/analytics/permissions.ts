import { allRoles, definePermissions, owners } from '../kit/permission.ts'

export const permissions = definePermissions({
  'analytics:read': { roles: allRoles, scope: { label: 'Read the metrics of the organization', group: 'Organization', order: 342 } },
  'revenue:read': {
    roles: owners,
    scope: { label: 'Read the revenue of the organization', group: 'Sales', order: 325 },
    refused: 'Only the owner can see the revenue of the organization',
  },
})
