import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '@imperium/contract/permissions.ts'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface NewApproval {
  id: string
  runId: string
  token: number
  workflowId: string
  stepName: string
  title: string
  message: string
  assignees: readonly string[]
  expiresAt: Date | null
  now: Date
}

export async function insertApproval(tx: OrgTx, approval: NewApproval): Promise<void> {
  await tx
    .insertInto('workflow_approvals')
    .values({
      org_id: tx.orgId,
      id: approval.id,
      run_id: approval.runId,
      token: approval.token,
      workflow_id: approval.workflowId,
      step_name: approval.stepName,
      title: approval.title,
      message: approval.message,
      assignees: [...approval.assignees],
      expires_at: approval.expiresAt,
      created_at: approval.now,
    })
    .execute()
}

export interface ApprovalRow {
  id: string
  run_id: string
  workflow_id: string
  workflow_name: string
  step_name: string
  title: string
  message: string
  status: Approval['status']
  assignees: string[]
  names: { id: string; name: string }[] | null
  decided_by: string | null
  comment: string
  expires_at: Date | null
  created_at: Date
  decided_at: Date | null
}

/**
 * The present state of an approval: undecided and no longer waited for, it expired or ended with its run. So a run that ends needs no
 * update here.
 */
const statusAt = (now: Date): RawBuilder<Approval['status']> => sql`case
  when a.status <> 'pending' then a.status
  when a.expires_at <= ${now} then 'expired'
  when exists (select from app.workflow_waits w where w.org_id = a.org_id and w.kind = 'approval' and w.key = a.id::text) then 'pending'
  else 'cancelled' end`

const selectApprovals = (now: Date, where: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<ApprovalRow>`
  select s.*, w.name as workflow_name,
    (select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', m.name) order by m.name) from auth.org_members() m
     where m.user_id = any(s.assignees)) as names
  from (select a.*, ${statusAt(now)} as shown_status from app.workflow_approvals a) a
  cross join lateral (select a.id, a.run_id, a.workflow_id, a.step_name, a.title, a.message, a.shown_status as status, a.assignees,
    a.decided_by, a.comment, a.expires_at, a.created_at, a.decided_at) s
  join app.workflows w on w.org_id = a.org_id and w.id = a.workflow_id
  where ${where} order by a.id desc ${tail}`

export interface ApprovalFilter {
  status?: Approval['status'] | undefined
  runId?: string | undefined
  workflowId?: string | undefined
  /** Only approvals assigned to this member. */
  mineOf?: string | undefined
}

export async function listApprovals(
  tx: OrgTx,
  { filter, limit, after, now }: { filter: ApprovalFilter; limit: number; after: string | null; now: Date },
): Promise<ApprovalRow[]> {
  const { status, runId, workflowId, mineOf } = filter
  // The stored word too, so that the index finds them.
  const isOpen = status === 'pending' || status === 'expired' || status === 'cancelled'
  const parts = [
    ...(status ? [sql`a.shown_status = ${status}`, ...(isOpen ? [] : [sql`a.status = ${status}`])] : []),
    ...(status === 'pending' ? [sql`a.status = 'pending'`] : []),
    ...(runId ? [sql`a.run_id = ${runId}`] : []),
    ...(workflowId ? [sql`a.workflow_id = ${workflowId}`] : []),
    ...(mineOf ? [sql`(a.assignees = '{}' or ${mineOf}::uuid = any(a.assignees))`] : []),
    ...(after ? [sql`a.id < ${after}::uuid`] : []),
    sql`true`,
  ]
  return (await selectApprovals(now, sql.join(parts, sql` and `), sql`limit ${limit}`).execute(tx)).rows
}

export async function findApproval(tx: OrgTx, id: string, now: Date): Promise<ApprovalRow | null> {
  return (await selectApprovals(now, sql`a.id = ${id}`, sql``).execute(tx)).rows[0] ?? null
}

/** Holds the row until the transaction ends: of two decisions the second sees the first. False where there is none. */
export async function lockApproval(tx: OrgTx, id: string): Promise<boolean> {
  return (await tx.selectFrom('workflow_approvals').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined
}

export async function setDecision(
  tx: OrgTx,
  id: string,
  decision: { status: 'approved' | 'rejected'; by: string; byUser: string | null; comment: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('workflow_approvals')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_by_user: decision.byUser,
      comment: decision.comment,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .execute()
}

export async function setAssignees(tx: OrgTx, id: string, assignees: readonly string[]): Promise<void> {
  await tx
    .updateTable('workflow_approvals')
    .set({ assignees: [...assignees] })
    .where('id', '=', id)
    .execute()
}

export interface Decider {
  userId: string
  name: string
  role: Role
}

/** An active member of the tenant, by id. */
export async function findDecider(tx: OrgTx, userId: string): Promise<Decider | null> {
  const { rows } = await sql<Decider>`
    select user_id as "userId", name, role from auth.org_members() where user_id = ${userId} and status = 'ACTIVE'`.execute(tx)
  return rows[0] ?? null
}
