import type { PermissionFacts, Role } from './kit/permission.ts'
import { declared } from './permissions.gen.ts'

export { roles } from './kit/permission.ts'
export type { Role } from './kit/permission.ts'
export { agentKeyScopes, isInPlaceOfSignIn, keyScopes, scopeOf } from './key-scopes.ts'
export type { KeyScope } from './key-scopes.ts'

export type Permission = keyof typeof declared

const factsOf = (permission: Permission): PermissionFacts => declared[permission]

/** Every permission that is declared. */
export const allPermissions = Object.keys(declared) as Permission[]

export const can = (role: Role, permission: Permission): boolean => factsOf(permission).roles.includes(role)

/** The reason on a disabled control, which pages word; undefined for a general one. */
export const refusedText = (permission: Permission): string | undefined => factsOf(permission).refused

/** What lists call it, which pages word; undefined for one that shows its name. */
export const labelOfPermission = (permission: Permission): string | undefined => factsOf(permission).scope?.label

/** Whether an assignment may give the permission to a member whose role lacks it. */
export const isGrantable = (permission: Permission): boolean => factsOf(permission).neverGranted !== true
