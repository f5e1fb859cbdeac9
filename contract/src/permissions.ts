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
  'dashboard:read': everybody,
  'notifications:read': everybody,
  'search:read': everybody,
  'usage:read': everybody,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export const can = (role: Role, permission: Permission): boolean => (permissions[permission] as readonly Role[]).includes(role)
