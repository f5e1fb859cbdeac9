import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

const refused = 'Your role can view workflows, but not change or run them'

export const permissions = definePermissions({
  'workflows:read': { roles: allRoles, scope: { label: 'Read workflows and their runs', group: 'Workflows', order: 180 } },
  'workflows:write': { roles: workers, scope: { label: 'Create, change and delete workflows', group: 'Workflows', order: 190 }, refused },
  'workflows:publish': { roles: workers, scope: { label: 'Publish workflows', group: 'Workflows', order: 200 }, refused },
  'workflows:run': { roles: workers, scope: { label: 'Run workflows', group: 'Workflows', order: 210 }, refused },
  'workflows:approve': { roles: workers, scope: { label: 'Decide approvals of workflows', group: 'Workflows', order: 220 }, refused },
  'credentials:manage': { roles: managers },
})
