import { allRoles, definePermissions, managers, owners } from '../kit/permission.ts'

export const permissions = definePermissions({
  'organizations:read': { roles: allRoles },
  'organizations:update': { roles: managers },
  'organizations:delete': { roles: owners, neverGranted: true },
  'billing:manage': { roles: owners, neverGranted: true },
  /** Of the operator's organization; in any other its operations do not exist. */
  'operator:billing': {
    roles: managers,
    neverGranted: true,
    scope: { label: 'As the operator: refund payments and set plans', group: 'Organization', order: 390, inPlaceOfSignIn: true },
  },
  'team:read': { roles: allRoles, scope: { label: 'Read team members', group: 'Organization', order: 370 } },
  'team:manage': { roles: managers },
  'team:roles': {
    roles: managers,
    scope: { label: 'Change roles of members and deactivate members', group: 'Organization', order: 380, inPlaceOfSignIn: true },
  },
  'team:transfer': { roles: owners, neverGranted: true },
})
