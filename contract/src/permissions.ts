export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

const allRoles = roles
const workers = ['OWNER', 'ADMIN', 'MEMBER'] as const
const owners = ['OWNER'] as const
const managers = ['OWNER', 'ADMIN'] as const

/** The one map of `resource:action` to roles (decisions, section 3): server, web and the tests read it. */
export const permissions = {
  'organizations:read': allRoles,
  'organizations:update': managers,
  'organizations:delete': owners,
  'billing:manage': owners,
  'team:read': allRoles,
  'team:manage': managers,
  'team:transfer': owners,
  'api-keys:manage': managers,
  'security:read': managers,
  'security:manage': managers,
  'sso:manage': managers,
  'audit:read': managers,
  'activity:read': allRoles,
  'agents:read': allRoles,
  'agents:write': workers,
  'agents:execute': workers,
  'runs:read': allRoles,
  'runs:cancel': workers,
  'ai-models:read': allRoles,
  'ai-models:manage': managers,
  'contacts:read': allRoles,
  'contacts:write': workers,
  'contacts:export': managers,
  'contacts:erase': managers,
  'segments:read': allRoles,
  'segments:write': workers,
  'consents:read': allRoles,
  'consents:write': workers,
  'consents:manage': managers,
  'channels:read': allRoles,
  'channels:manage': managers,
  'campaigns:read': allRoles,
  'campaigns:write': workers,
  'campaigns:send': workers,
  'campaigns:approve': managers,
  'messages:read': allRoles,
  'messages:write': workers,
  'workflows:read': allRoles,
  'workflows:write': workers,
  'workflows:publish': workers,
  'workflows:run': workers,
  'workflows:approve': workers,
  'credentials:manage': managers,
  'webhooks:read': workers,
  'webhooks:manage': managers,
  'integrations:read': allRoles,
  'integrations:use': workers,
  'integrations:manage': managers,
  'templates:read': allRoles,
  'templates:write': workers,
  'sales:read': allRoles,
  'sales:write': workers,
  'sales:manage': managers,
  'dashboard:read': allRoles,
  'knowledge:read': allRoles,
  'knowledge:write': workers,
  'knowledge:manage': managers,
  'support:use': allRoles,
  'support:manage': managers,
  'notes:read': allRoles,
  'notes:write': workers,
  'notifications:read': allRoles,
  'search:read': allRoles,
  'usage:read': allRoles,
  'api-playground:use': allRoles,
  'api-playground:write': workers,
  'mcp:use': allRoles,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const can = (role: Role, permission: Permission): boolean => (permissions[permission] as readonly Role[]).includes(role)

/**
 * Scopes of an API key. No key manages keys, members, sign-in, security, billing or the organization,
 * and a new permission is available to keys only when it is listed here (SEC-22, R21).
 */
export const keyScopes = [
  ...(['agents:read', 'agents:write', 'agents:execute', 'runs:read', 'runs:cancel'] as const),
  ...(['contacts:read', 'contacts:write', 'segments:read', 'segments:write', 'consents:read', 'consents:write'] as const),
  ...(['campaigns:read', 'campaigns:write', 'campaigns:send', 'channels:read', 'messages:read', 'messages:write'] as const),
  ...(['workflows:read', 'workflows:write', 'workflows:publish', 'workflows:run', 'workflows:approve'] as const),
  ...(['templates:read', 'templates:write', 'webhooks:read', 'webhooks:manage', 'knowledge:read', 'knowledge:write'] as const),
  ...(['integrations:read', 'integrations:use'] as const),
  ...(['sales:read', 'sales:write'] as const),
  ...(['ai-models:read', 'dashboard:read', 'usage:read', 'search:read', 'team:read'] as const),
] as const satisfies readonly Permission[]
export type KeyScope = (typeof keyScopes)[number]

/** Scopes of an agent's key, only for that agent. */
export const agentKeyScopes = ['agents:execute', 'runs:read', 'runs:cancel'] as const satisfies readonly KeyScope[]
