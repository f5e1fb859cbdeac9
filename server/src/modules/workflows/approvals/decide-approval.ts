import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import { findApproval, lockApproval, setAssignees, setDecision, findDecider } from './approvals-store.ts'
import type { ApprovalRow } from './approvals-store.ts'
import { isFor } from './present-approval.ts'
import type { Viewer } from './present-approval.ts'

const over = {
  approved: 'This has been approved already.',
  rejected: 'This has been rejected already.',
  expired: 'The time to decide this is over.',
  cancelled: 'The run does not wait for this any more.',
} as const

const isOver = (status: ApprovalRow['status'] = 'cancelled') =>
  conflict(over[status === 'pending' ? 'cancelled' : status], 'ALREADY_DECIDED')

/** The approval, held, where it waits to be decided. @throws 404; 409 where it does not. */
async function lockPending(platform: Platform, tx: OrgTx, id: string): Promise<ApprovalRow> {
  if (!(await lockApproval(tx, id))) throw notFound()
  const row = await findApproval(tx, id, platform.clock.now())
  if (!row) throw notFound()
  if (row.status !== 'pending') throw isOver(row.status)
  return row
}

export interface DecisionBy extends Viewer {
  name: string
  decision: 'approved' | 'rejected'
  comment: string
}

/** Decides, and lets the run go on, in the caller's transaction; the first decision stands. @throws 404; 403; 409 where it is decided or over. */
export async function decideApproval(platform: Platform, tx: OrgTx, id: string, by: DecisionBy): Promise<ApprovalRow> {
  const row = await lockPending(platform, tx, id)
  if (!isFor(row, by)) throw forbidden('Another member has to decide this.')
  const { decision, comment, name, userId } = by
  const now = platform.clock.now()
  const data = { decision, comment, decidedBy: name }
  const reported = await engineOf(platform).signal(tx, { kind: 'approval', key: id, id: 'approval', data })
  // The run went on without it, in the moment since we looked.
  if (reported === 0) throw isOver((await findApproval(tx, id, platform.clock.now()))?.status)
  await setDecision(tx, id, { status: decision, by: name, byUser: userId, comment, now })
  return (await findApproval(tx, id, now)) ?? row
}

/** Hands it on to another member alone. @throws 404; 403 for who may neither decide nor manage; 409 where it is over. */
export async function delegateApproval(
  platform: Platform,
  tx: OrgTx,
  id: string,
  { to, by }: { to: string; by: Viewer & { isManager: boolean } },
): Promise<ApprovalRow> {
  const row = await lockPending(platform, tx, id)
  if (!isFor(row, by) && !by.isManager) throw forbidden('Another member has to decide this.')
  const member = await findDecider(tx, to)
  if (!member) throw notFound('Member not found.')
  if (member.role === 'VIEWER') throw conflict('This member may not approve.')
  await setAssignees(tx, id, [to])
  const { run_id: runId, workflow_id: workflowId, workflow_name: workflowName, title } = row
  const request = { approvalId: id, runId, workflowId, workflowName, title, assignees: [to], mail: true }
  await platform.events.emit(tx, workflowEvents.approvalRequested, request)
  return (await findApproval(tx, id, platform.clock.now())) ?? row
}
