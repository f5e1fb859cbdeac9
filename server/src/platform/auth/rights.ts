import { can, isGrantable, roles } from '@imperium/contract/permissions.ts'
import type { Permission, Role } from '@imperium/contract/permissions.ts'
import type { Viewer } from '../db/viewer.ts'
import type { Grant } from './grants.ts'
import type { KeyIdentity } from './key-context.ts'

/** A membership as far as rights depend on it. */
export interface Rights {
  role: Role
  grants?: readonly Grant[] | null
}

const gives = ({ role, permissions }: Grant, permission: Permission): boolean =>
  isGrantable(permission) && (role === null ? (permissions ?? []).includes(permission) : can(role, permission))

/** Whether a member has the permission in the whole organization: by their role, or by an assignment. The one check of all modules. */
export const holds = ({ role, grants }: Rights, permission: Permission): boolean =>
  can(role, permission) || (grants ?? []).some((grant) => !grant.onNode && gives(grant, permission))

/** Whether an assignment gives the permission on a node. */
const holdsOnNode = ({ grants }: Rights, permission: Permission): boolean =>
  (grants ?? []).some((grant) => grant.onNode && gives(grant, permission))

/** The permissions of a member, limited by a key's scopes: never more than its creator has now (SEC-22). */
export const mayDo = (rights: Rights, key: KeyIdentity | null, permission: Permission): boolean =>
  holds(rights, permission) && (key === null || key.scopes.includes(permission))

/** The permissions that assignments add to the role in the whole organization. */
export const grantedPermissions = ({ role, grants }: Rights, all: readonly Permission[]): Permission[] =>
  (grants ?? []).length === 0 ? [] : all.filter((permission) => !can(role, permission) && holds({ role, grants: grants ?? [] }, permission))

/** Owners and admins, by membership or by an assignment for the whole organization, see the rows of every node. */
const seesAllNodes = ({ role, grants }: Rights): boolean => {
  const managing = (each: Role | null) => each === 'OWNER' || each === 'ADMIN'
  return managing(role) || (grants ?? []).some((grant) => !grant.onNode && managing(grant.role))
}

/** The viewer of the member's transactions; undefined: they see all. `scope` limits them to nodes where an assignment gives it. */
export const viewerOf = (rights: Rights, userId: string, scope?: Permission): Viewer | undefined =>
  scope === undefined && seesAllNodes(rights)
    ? undefined
    : { userId, ...(scope === undefined ? {} : { scope: { permission: scope, roles: roles.filter((role) => can(role, scope)) } }) }

/** The permission, if the member has it only on nodes: the operation then reaches the rows of these nodes only. */
export const scopeOf = (rights: Rights, key: KeyIdentity | null, permission: Permission): Permission | undefined =>
  !holds(rights, permission) && holdsOnNode(rights, permission) && (key === null || key.scopes.includes(permission))
    ? permission
    : undefined
