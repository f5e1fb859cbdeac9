import { allPermissions, can, isGrantable } from '@imperium/contract/permissions.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { Assignment, AssignableRole, CreateAssignmentBody } from '@imperium/contract/hierarchy/rights.ts'
import { accessChanged, sightChanged } from '../../platform/auth/access-signals.ts'
import { mayDo } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, forbidden, invalid } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { found } from '../../platform/resources/checks.ts'
import { isActiveMember } from '../organizations/index.ts'
import { deleteAssignment, findAssignment, findPermissionSet, grantsOnNode, insertAssignment, toAssignment } from './assignment-store.ts'
import { findNode } from './node-store.ts'
import { isVisibleNode } from './placement-store.ts'

/** Gives a right. @throws 403 for one that the caller does not have; 404; 409 where the member has it already; 422 for a person outside. */
export async function assign(context: OrgContext, body: CreateAssignmentBody): Promise<Assignment> {
  const { tx, caller, audit } = context
  await assertMembers(tx, body)
  await requireNode(tx, body.nodeId)
  await assertHolds(context, body.nodeId, await permissionsOf(tx, body))
  const id = newId()
  if (!(await insertAssignment(tx, id, body, caller.userId))) throw conflict('This member has this right already.')
  await tellRightsChanged(tx, [body.userId])
  const assignment = toAssignment(found(await findAssignment(tx, id)))
  audit({ targetId: id, targetName: assignment.userName, after: body })
  return assignment
}

/** Ends an assignment. @throws 403 for one of a right that the caller does not have; 404. */
export async function unassign(context: OrgContext, id: string): Promise<null> {
  const { tx, audit } = context
  const row = toAssignment(found(await findAssignment(tx, id)))
  await requireNode(tx, row.nodeId)
  await assertHolds(context, row.nodeId, await permissionsOf(tx, row))
  await deleteAssignment(tx, id)
  await tellRightsChanged(tx, [row.userId])
  const { userId, nodeName, role, permissionSetName } = row
  audit({ targetName: row.userName, before: { userId, nodeName, role, permissionSetName } })
  return null
}

/** Tells every process that the rights of these members changed, and ends what they still read. */
export async function tellRightsChanged(tx: OrgTx, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await signal(tx, accessChanged({ userId }))
  if (userIds.length > 0) await signal(tx, sightChanged({ orgId: tx.orgId }))
}

async function assertMembers(tx: OrgTx, { userId, deputyForId }: CreateAssignmentBody): Promise<void> {
  if (!(await isActiveMember(tx, userId))) throw invalid([{ path: 'userId', message: 'This person is no active member' }])
  if (deputyForId !== undefined && !(await isActiveMember(tx, deputyForId)))
    throw invalid([{ path: 'deputyForId', message: 'This person is no active member' }])
}

/** The node must exist, and a manager of nodes reaches their own only. @throws 404; 403 */
async function requireNode(tx: OrgTx, nodeId: string | null): Promise<void> {
  if (nodeId === null) {
    if (tx.viewer?.scope) throw forbidden()
    return
  }
  found(await findNode(tx, nodeId))
  if (tx.viewer?.scope && !(await isVisibleNode(tx, nodeId))) throw forbidden()
}

interface Right {
  role?: AssignableRole | null | undefined
  permissionSetId?: string | null | undefined
}

async function permissionsOf(tx: OrgTx, { role, permissionSetId }: Right): Promise<Permission[]> {
  if (role) return allPermissions.filter((permission) => isGrantable(permission) && can(role, permission))
  const { permissions } = found(await findPermissionSet(tx, permissionSetId ?? ''))
  return allPermissions.filter((permission) => permissions.includes(permission))
}

/** A right is given and taken only by a member who has it: in the organization, or on the node. @throws 403 */
async function assertHolds({ tx, caller, org, key }: OrgContext, nodeId: string | null, permissions: readonly Permission[]): Promise<void> {
  const missing = permissions.filter((permission) => !mayDo(org, key, permission))
  if (missing.length === 0) return
  const grants = nodeId === null ? [] : await grantsOnNode(tx, caller.userId, nodeId)
  const has = (permission: Permission) =>
    isGrantable(permission) &&
    grants.some(({ role, permissions: given }) => (role === null ? (given ?? []).includes(permission) : can(role, permission)))
  if (!missing.every(has)) throw forbidden('You can only give rights that you have yourself.')
}
