import { definePermissions, managers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'bundles:manage': {
    roles: managers,
    scope: { label: 'Export and apply the organization as code', group: 'Organization', order: 395 },
    refused: 'Only owners and administrators can export and apply the organization as code',
  },
})
