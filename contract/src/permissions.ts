export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

const everybody = roles
const workers = ['OWNER', 'ADMIN', 'MEMBER'] as const
const owners = ['OWNER'] as const
const managers = ['OWNER', 'ADMIN'] as const

/** The one map of `resource:action` to roles (decisions, section 3): server, web and the tests read it. */
export const permissions = {
  'organizations:read': everybody,
  'organizations:update': managers,
  'organizations:delete': owners,
  'team:read': everybody,
  'team:manage': managers,
  'team:transfer': owners,
  'api-keys:manage': managers,
  'security:read': managers,
  'security:manage': managers,
  'sso:manage': managers,
  'audit:read': managers,
  'activity:read': everybody,
  'agents:read': everybody,
  'agents:write': workers,
  'agents:execute': workers,
  'runs:read': everybody,
  'runs:cancel': workers,
  'ai-models:read': everybody,
  'ai-models:manage': managers,
  'contacts:read': everybody,
  'contacts:write': workers,
  'contacts:export': managers,
  'contacts:erase': managers,
  'segments:read': everybody,
  'segments:write': workers,
  'consents:read': everybody,
  'consents:write': workers,
  'consents:manage': managers,
  'channels:read': everybody,
  'channels:manage': managers,
  'campaigns:read': everybody,
  'campaigns:write': workers,
  'campaigns:send': workers,
  'campaigns:approve': managers,
  'messages:read': everybody,
  'messages:write': workers,
  'workflows:read': everybody,
  'workflows:write': workers,
  'workflows:publish': workers,
  'workflows:run': workers,
  'workflows:approve': workers,
  'credentials:manage': managers,
  'templates:read': everybody,
  'templates:write': workers,
  'dashboard:read': everybody,
  'notifications:read': everybody,
  'search:read': everybody,
  'usage:read': everybody,
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
  ...(['templates:read', 'templates:write'] as const),
  ...(['ai-models:read', 'dashboard:read', 'usage:read', 'search:read', 'team:read'] as const),
] as const satisfies readonly Permission[]
export type KeyScope = (typeof keyScopes)[number]

/** Scopes of an agent's key, only for that agent. */
export const agentKeyScopes = ['agents:execute', 'runs:read', 'runs:cancel'] as const satisfies readonly KeyScope[]
