import type { z } from 'zod'
import type { LinkedApproval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { holds } from '../../../platform/auth/rights.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findProfile, isSuspended } from '../../organizations/index.ts'
import { rightsOfMember } from '../../runs/index.ts'
import { openApprovalLink } from './approval-link.ts'
import { findApproval, findDecider } from './approvals-store.ts'
import type { ApprovalRow, Decider } from './approvals-store.ts'
import { decideApproval } from './decide-approval.ts'
import { isFor } from './present-approval.ts'

type Linked = z.infer<typeof LinkedApproval>

const gone = () => notFound('This link is invalid or expired.')

/**
 * What a link is about, for the member it was sent to, as they are now: who left, may not approve any more, or handed it on, has a link to
 * nothing. @throws 404.
 */
async function withLink<T>(platform: Platform, token: string, work: (tx: OrgTx, row: ApprovalRow, who: Decider) => Promise<T>): Promise<T> {
  const ref = openApprovalLink(platform, token)
  if (!ref) throw gone()
  return platform.db.withOrg(ref.orgId, async (tx) => {
    const who = await findDecider(tx, ref.userId)
    const row = await findApproval(tx, ref.approvalId, platform.clock.now())
    if (!who || !row || (await isSuspended(tx))) throw gone()
    const rights = await rightsOfMember(tx, who.userId)
    if (!isFor(row, { userId: who.userId, mayApprove: rights !== null && holds(rights, 'workflows:approve') })) throw gone()
    return work(tx, row, who)
  })
}

async function show(tx: OrgTx, row: ApprovalRow): Promise<Linked> {
  return {
    title: row.title,
    message: row.message,
    status: row.status,
    workflowName: row.workflow_name,
    stepName: row.step_name,
    expiresAt: row.expires_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    organization: (await findProfile(tx, tx.orgId))?.name ?? '',
  }
}

/** Shows what is asked, and decides nothing: programs that look at mail follow links. */
export const readLinked = (platform: Platform, token: string): Promise<Linked> => withLink(platform, token, (tx, row) => show(tx, row))

/** Decides as the member it was sent to, on the record of the organization. */
export const decideLinked = (
  platform: Platform,
  { ipAddress, userAgent, requestId }: PublicContext,
  token: string,
  { decision, comment }: { decision: 'approved' | 'rejected'; comment: string },
): Promise<Linked> =>
  withLink(platform, token, async (tx, { id }, { userId, name }) => {
    const decided = await decideApproval(platform, tx, id, { decision, comment, userId, name, mayApprove: true })
    const shown = await show(tx, decided)
    await recordAudit(tx, tx.orgId, {
      actor: { kind: 'user', id: userId, name },
      action: 'workflow-approvals.decide',
      target: { kind: 'workflow-approvals', id, name: decided.title },
      ipAddress,
      userAgent,
      requestId,
      after: { decision, byLink: true },
    })
    return shown
  })
