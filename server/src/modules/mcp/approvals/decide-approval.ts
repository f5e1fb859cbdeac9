import type { McpApproval } from '@imperium/contract/mcp/mcp.ts'
import { findEndpoint } from '../server/describe-tools.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockApproval, setStatus } from './store.ts'
import type { ApprovalRow } from './store.ts'

export const toApproval = (row: ApprovalRow, userId: string): McpApproval => ({
  id: row.id,
  clientName: row.client_name,
  userName: row.user_name,
  isMine: row.user_id === userId,
  operation: row.operation,
  summary: findEndpoint(row.operation)?.summary ?? row.operation,
  input: row.input as McpApproval['input'],
  status: row.status as McpApproval['status'],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** @throws 404 for one of another member, unless the caller manages keys; 409 for one that was decided or is over */
export async function decideApproval(
  { clock }: Platform,
  { tx, caller, may, audit }: OrgContext,
  id: string,
  isApproved: boolean,
): Promise<McpApproval> {
  const row = found(await lockApproval(tx, id))
  if (row.user_id !== caller.userId && !may('api-keys:manage')) found(undefined)
  if (row.expires_at <= clock.now()) throw conflict('The time to decide this is over.', 'ALREADY_DECIDED')
  if (row.status !== 'pending') throw conflict('This was decided already.', 'ALREADY_DECIDED')
  const status = isApproved ? 'approved' : 'rejected'
  await setStatus(tx, id, status)
  audit({ targetName: row.client_name, after: { operation: row.operation, status } })
  const times = { created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
  return toApproval({ ...row, ...times, status }, caller.userId)
}
