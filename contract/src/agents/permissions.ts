import { allRoles, definePermissions, managers, workers } from '../kit/permission.ts'

const refused = 'Your role can view agents, but not change or run them'

export const permissions = definePermissions({
  'agents:read': { roles: allRoles, scope: { label: 'Read agents', group: 'Agents', order: 10 } },
  'agents:write': { roles: workers, scope: { label: 'Create, change and delete agents', group: 'Agents', order: 20 }, refused },
  'agents:execute': { roles: workers, scope: { label: 'Run agents', group: 'Agents', order: 30 }, ofAgentKeys: true, refused },
  'runs:read': { roles: allRoles, scope: { label: 'Read runs and follow them', group: 'Runs', order: 40 }, ofAgentKeys: true },
  'runs:cancel': { roles: workers, scope: { label: 'Cancel runs', group: 'Runs', order: 50 }, ofAgentKeys: true },
  'ai-models:read': { roles: allRoles, scope: { label: 'Read AI models', group: 'Organization', order: 360 } },
  'ai-models:manage': { roles: managers },
})
