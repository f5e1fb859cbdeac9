import { allPermissions, isGrantable } from '@imperium/contract/permissions.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { PermissionSet, PermissionSetBody } from '@imperium/contract/hierarchy/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, forbidden, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { tellRightsChanged } from './assign.ts'
import {
  deletePermissionSet,
  findPermissionSet,
  insertPermissionSet,
  isSetNameTaken,
  listAssigned,
  setPermissionSet,
  toPermissionSet,
} from './assignment-store.ts'

/** @throws 403 for a permission that the caller lacks; 409 for a taken name; 422 for one that does not exist or belongs to its roles alone. */
export async function createPermissionSet(context: OrgContext, body: PermissionSetBody): Promise<PermissionSet> {
  const { tx, audit } = context
  assertMayPutIn(context, body.permissions)
  const id = newId()
  await assertNameFree(tx, body.name, id)
  await insertPermissionSet(tx, id, { ...body, permissions: [...new Set(body.permissions)] })
  audit({ targetId: id, targetName: body.name, after: body })
  return toPermissionSet(found(await findPermissionSet(tx, id)))
}

/** Changes a set, and with it what its holders may do. @throws 403; 404; 409; 422 */
export async function updatePermissionSet(
  { clock }: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, ...change }: { [K in keyof PermissionSetBody]?: PermissionSetBody[K] | undefined } & { updatedAt?: string | undefined },
): Promise<PermissionSet> {
  const { tx, audit } = context
  await lockNoun(tx, 'permission-sets')
  const row = found(await findPermissionSet(tx, id))
  assertFresh(row, updatedAt)
  const { name = row.name, description = row.description, permissions = row.permissions } = change
  // What is taken out counts too: a caller changes only rights that they have.
  const changed = [...permissions, ...row.permissions].filter((each) => permissions.includes(each) !== row.permissions.includes(each))
  assertMayPutIn(context, changed)
  if (name !== row.name) await assertNameFree(tx, name, id)
  await setPermissionSet(tx, id, { name, description, permissions: [...new Set(permissions)] }, nextStamp(row, clock.now()))
  await tellRightsChanged(tx, await listAssigned(tx, 'permission_set_id', id))
  const before = { name: row.name, description: row.description, permissions: row.permissions }
  audit({ targetName: name, before, after: { name, description, permissions } })
  return toPermissionSet(found(await findPermissionSet(tx, id)))
}

/** @throws 404; 409 while an assignment gives it. */
export async function removePermissionSet({ tx, audit }: OrgContext, id: string): Promise<null> {
  const { name, permissions, assignment_count: count } = found(await findPermissionSet(tx, id))
  if (count > 0) throw conflict(message('{count} assignments give this permission set. End them first.', { count }))
  await deletePermissionSet(tx, id)
  audit({ targetName: name, before: { name, permissions } })
  return null
}

function assertMayPutIn({ may }: OrgContext, permissions: readonly string[]): void {
  const known = allPermissions.filter((permission) => permissions.includes(permission))
  const unknown = permissions.find((permission) => !known.some((each) => each === permission && isGrantable(each)))
  if (unknown !== undefined)
    throw invalid([{ path: 'permissions', ...message('The permission {name} cannot be granted', { name: unknown }) }])
  if (!known.every((permission) => may(permission))) throw forbidden('You can only give rights that you have yourself.')
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'permission-sets')
  if (await isSetNameTaken(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}
