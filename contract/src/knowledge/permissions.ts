import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'knowledge:read': { roles: allRoles, scope: { label: 'Read and search the knowledge base', group: 'Knowledge Base', order: 250 } },
  'knowledge:write': { roles: workers, scope: { label: 'Write, publish and delete articles', group: 'Knowledge Base', order: 260 } },
  'knowledge:manage': { roles: managers },
})
