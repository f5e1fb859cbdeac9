import { allRoles, definePermissions, managers, owners, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'analytics:read': { roles: allRoles, scope: { label: 'Read the metrics of the organization', group: 'Organization', order: 342 } },
  'analytics:write': {
    roles: workers,
    scope: { label: 'Create alerts, goals and views of metrics', group: 'Organization', order: 343 },
    refused: 'Your role can view analytics, but not create alerts',
  },
  'analytics:manage': { roles: managers, refused: 'Only an owner or an admin can change what other members made' },
  'revenue:read': {
    roles: owners,
    scope: { label: 'Read the revenue of the organization', group: 'Sales', order: 325 },
    refused: 'Only the owner can see the revenue of the organization',
  },
})
