import { createHash, randomBytes } from 'node:crypto'
import type { ReportShare } from '@imperium/contract/reports/reports.ts'
import { reportLimits } from '@imperium/contract/reports/reports.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { readReport } from '../present-report.ts'
import { queueRun } from '../run-report.ts'
import { lastDoneRun } from '../run-store.ts'
import { countOpenShares, findShare, insertShare, lockShare, revokeShareRow, toShare } from './share-store.ts'

const dayMs = 86_400_000

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @throws 404; 403 for a link for anyone by who may not manage reports; 409 past the limit. */
export async function createShare(
  platform: Platform,
  context: OrgContext,
  reportId: string,
  { audience, days }: { audience: ReportShare['audience']; days: number },
): Promise<ReportShare> {
  const { tx, org, actor, caller, audit, may } = context
  const report = await readReport(tx, context, reportId)
  if (audience === 'anyone' && !may('reports:manage')) throw forbidden('Only an owner or an admin can make a link for anyone.')
  const now = platform.clock.now()
  if ((await countOpenShares(tx, reportId, now)) >= reportLimits.shares)
    throw conflict(message('A report has at most {max} open links. Revoke one first.', { max: reportLimits.shares }))
  // Visitors without an account read a run that was kept, and compute nothing.
  if (audience === 'anyone' && !(await lastDoneRun(tx, reportId))) await queueRun(platform, tx, reportId, null)
  const token = randomBytes(32).toString('base64url')
  const row = await insertShare(tx, {
    reportId,
    audience,
    tokenHash: hashToken(token),
    createdBy: actor.name,
    createdByUser: caller.userId,
    expiresAt: new Date(now.getTime() + days * dayMs),
  })
  audit({ targetId: reportId, targetName: report.name, after: { shareId: row.id, audience, days } })
  const { publicUrl } = platform.config
  return toShare(
    row,
    audience === 'anyone' ? `${publicUrl}/api/public/reports/${token}` : `${publicUrl}/org/${org.slug}/reports?link=${token}`,
  )
}

/** By the creator of the link, and by managers. @throws 404, 403 */
export async function revokeShare({ clock }: Platform, { tx, caller, may, audit }: OrgContext, id: string): Promise<ReportShare> {
  const share = found(await lockShare(tx, id))
  if (share.created_by_user !== caller.userId && !may('reports:manage'))
    throw forbidden('Only its creator, an owner or an admin can revoke this link.')
  audit({ targetId: share.report_id, after: { shareId: id, revoked: true } })
  return toShare(await revokeShareRow(tx, id, clock.now()), null)
}

/** @throws 404 for an unknown link and a revoked one; 410 for one that has expired. */
export async function openShare(tx: OrgTx, tokenHash: Buffer, now: Date) {
  const share = await findShare(tx, tokenHash)
  if (!share || share.revokedAt) throw notFound('This link is invalid or was revoked.')
  if (share.expiresAt <= now) throw new AppError('LINK_EXPIRED', 410, 'This link has expired. Ask the person who sent it for a new one.')
  return share
}
