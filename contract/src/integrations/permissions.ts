import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'webhooks:read': { roles: workers, scope: { label: 'Read webhooks and their deliveries', group: 'Webhooks', order: 270 } },
  'webhooks:manage': { roles: managers, scope: { label: 'Create, change and delete webhooks', group: 'Webhooks', order: 280 } },
  'integrations:read': { roles: allRoles, scope: { label: 'Read integrations', group: 'Integrations', order: 290 } },
  'integrations:use': { roles: workers, scope: { label: 'Run actions of integrations', group: 'Integrations', order: 300 } },
  'integrations:manage': { roles: managers },
  'integrations:connect': {
    roles: managers,
    scope: { label: 'Connect services and change their credentials', group: 'Integrations', order: 305, inPlaceOfSignIn: true },
  },
})
