import { allRoles, definePermissions, workers } from '../kit/permission.ts'

export const permissions = definePermissions({
  'templates:read': { roles: allRoles, scope: { label: 'Read templates', group: 'Templates', order: 230 } },
  'templates:write': {
    roles: workers,
    scope: { label: 'Use and publish templates', group: 'Templates', order: 240 },
    refused: 'Your role can view templates, but not use or publish them',
  },
})
