import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { ApprovalRow } from './approvals-store.ts'

/** Who asks: whether approvals are theirs to decide. */
export interface Viewer {
  userId: string
  mayApprove: boolean
}

/** An approval with assignees is only for them. */
export const isFor = ({ assignees }: Pick<ApprovalRow, 'assignees'>, { userId, mayApprove }: Viewer): boolean =>
  mayApprove && (assignees.length === 0 || assignees.includes(userId))

export const toApproval = (row: ApprovalRow, viewer: Viewer): Approval => ({
  id: row.id,
  runId: row.run_id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  stepName: row.step_name,
  title: row.title,
  message: row.message,
  status: row.status,
  assignees: row.names ?? [],
  isMine: isFor(row, viewer),
  decidedBy: row.decided_by,
  comment: row.comment,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})
