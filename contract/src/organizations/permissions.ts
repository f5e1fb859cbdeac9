import { allRoles, definePermissions, managers, owners } from '../kit/permission.ts'

export const permissions = definePermissions({
  'organizations:read': { roles: allRoles },
  'organizations:update': { roles: managers },
  'organizations:delete': { roles: owners },
  'billing:manage': { roles: owners },
  'team:read': { roles: allRoles, scope: { label: 'Read team members', group: 'Organization', order: 370 } },
  'team:manage': { roles: managers },
  'team:transfer': { roles: owners },
})
