import type { PermissionFacts, Role } from './kit/permission.ts'
import { declared } from './permissions.gen.ts'

export { roles } from './kit/permission.ts'
export type { Role } from './kit/permission.ts'
export { agentKeyScopes, isInPlaceOfSignIn, keyScopes, scopeOf } from './key-scopes.ts'
export type { KeyScope } from './key-scopes.ts'

export type Permission = keyof typeof declared

const factsOf = (permission: Permission): PermissionFacts => declared[permission]

export const can = (role: Role, permission: Permission): boolean => factsOf(permission).roles.includes(role)

/** The reason on a disabled control, which pages word; undefined for a general one. */
export const refusedText = (permission: Permission): string | undefined => factsOf(permission).refused
