import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { listPage, newestFirst } from '../../../platform/resources/read-page.ts'

export interface ApprovalCall {
  /** The connection or the key that asks. */
  askedBy: string
  operation: string
  inputHash: Buffer
}

const columns = ['id', 'user_id', 'user_name', 'client_name', 'operation', 'input', 'status', 'created_at', 'expires_at'] as const

export async function requiresApproval(tx: OrgTx): Promise<boolean> {
  const row = await tx.selectFrom('mcp_policies').select('requires_approval').executeTakeFirst()
  return row?.requires_approval ?? false
}

/** Sets it, and returns the earlier value. */
export async function setRequiresApproval(tx: OrgTx, required: boolean): Promise<boolean> {
  const before = await requiresApproval(tx)
  await tx
    .insertInto('mcp_policies')
    .values({ org_id: tx.orgId, requires_approval: required })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ requires_approval: required, updated_at: sql`now()` }))
    .execute()
  return before
}

/** Those that are not used yet and not over; of one member, or of all. */
export const openPage = listPage(newestFirst('id'), (tx, { userId }: { userId: string | null }) =>
  tx
    .selectFrom('mcp_approvals')
    .select(columns)
    .where('status', '<>', 'used')
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? '')),
)

export type ApprovalRow = Awaited<ReturnType<typeof openPage>>['rows'][number]

export const lockApproval = (tx: OrgTx, id: string) =>
  tx.selectFrom('mcp_approvals').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function setStatus(tx: OrgTx, id: string, status: 'approved' | 'rejected'): Promise<void> {
  await tx.updateTable('mcp_approvals').set({ status }).where('id', '=', id).execute()
}

const ofCall = (tx: OrgTx, { askedBy, operation, inputHash }: ApprovalCall) =>
  tx
    .selectFrom('mcp_approvals')
    .select(['id', 'status', 'expires_at'])
    .where('asked_by', '=', askedBy)
    .where('operation', '=', operation)
    .where('input_hash', '=', inputHash)
    .where('status', '<>', 'used')

/** The approval of the same call that was not used yet, held until the transaction ends. One that is over is deleted. */
export async function lockApprovalOf(tx: OrgTx, call: ApprovalCall, now: Date) {
  const row = await ofCall(tx, call).forUpdate().executeTakeFirst()
  if (!row || row.expires_at > now) return row
  await tx.deleteFrom('mcp_approvals').where('id', '=', row.id).execute()
  return undefined
}

/** Marks it as used, or gives it back when the operation did nothing. */
export async function setUsed(tx: OrgTx, id: string, used: boolean): Promise<void> {
  await tx
    .updateTable('mcp_approvals')
    .set({ status: used ? 'used' : 'approved' })
    .where('id', '=', id)
    .execute()
}

/** False if the same call waits already. */
export async function insertApproval(
  tx: OrgTx,
  approval: ApprovalCall & { id: string; userId: string; userName: string; clientName: string; input: object; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mcp_approvals')
    .values({
      org_id: tx.orgId,
      id: approval.id,
      user_id: approval.userId,
      asked_by: approval.askedBy,
      user_name: approval.userName,
      client_name: approval.clientName,
      operation: approval.operation,
      input: JSON.stringify(approval.input),
      input_hash: approval.inputHash,
      expires_at: approval.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function countOpen(tx: OrgTx, userId: string, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('mcp_approvals')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('status', '<>', 'used')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Arguments may name people: nothing stays after its day. */
export const deleteOver = (tx: SystemTx) => sql`delete from app.mcp_approvals where expires_at < now()`.execute(tx)

export const exportApprovals = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('mcp_approvals')
    .select([
      'org_id as organizationId',
      'id',
      'client_name as clientName',
      'operation',
      'input',
      'status',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
