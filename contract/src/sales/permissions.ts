import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'sales:read': { roles: allRoles, scope: { label: 'Read sales orders and invoices', group: 'Sales', order: 310 } },
  'sales:write': { roles: workers, scope: { label: 'Create sales orders and invoices, record payments', group: 'Sales', order: 320 } },
  'sales:manage': { roles: managers },
})
