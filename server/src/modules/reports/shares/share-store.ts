import { sql } from 'kysely'
import { ReportShare } from '@imperium/contract/reports/reports.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

const columns = ['id', 'audience', 'created_by', 'created_at', 'expires_at', 'revoked_at', 'opened'] as const

/** Its address is known to who made it alone. */
export const toShare = replyOf(ReportShare, (_row: object, url: string | null) => ({ url }))

export const listShares = (tx: OrgTx, reportId: string, limit: number) =>
  tx.selectFrom('report_shares').select(columns).where('report_id', '=', reportId).orderBy('id', 'desc').limit(limit).execute()

interface NewShare {
  reportId: string
  audience: ReportShare['audience']
  tokenHash: Buffer
  createdBy: string
  createdByUser: string
  expiresAt: Date
}

export const insertShare = (tx: OrgTx, { reportId, audience, tokenHash, createdBy, createdByUser, expiresAt }: NewShare) =>
  tx
    .insertInto('report_shares')
    .values({
      org_id: tx.orgId,
      id: newId(),
      report_id: reportId,
      audience,
      token_hash: tokenHash,
      created_by: createdBy,
      created_by_user: createdByUser,
      expires_at: expiresAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const lockShare = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('report_shares')
    .select([...columns, 'report_id', 'created_by_user'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const revokeShareRow = (tx: OrgTx, id: string, now: Date) =>
  tx
    .updateTable('report_shares')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const countOpenShares = async (tx: OrgTx, reportId: string, now: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('report_shares')
    .select(sql<number>`count(*)`.as('count'))
    .where('report_id', '=', reportId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether anyone can open the report by a link. */
export const isPublic = async (tx: OrgTx, reportId: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('report_shares')
    .select('id')
    .where('report_id', '=', reportId)
    .where('audience', '=', 'anyone')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** The organization of a link; the rest is read as its tenant. */
export async function orgOfShare(tx: SystemTx, tokenHash: Buffer): Promise<string | undefined> {
  const row = await tx.selectFrom('report_shares').select('org_id').where('token_hash', '=', tokenHash).executeTakeFirst()
  return row?.org_id
}

export const findShare = (tx: OrgTx, tokenHash: Buffer) =>
  tx
    .selectFrom('report_shares')
    .select(['id', 'report_id as reportId', 'audience', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export async function countOpening(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('report_shares')
    .set({ opened: sql<number>`opened + 1` })
    .where('id', '=', id)
    .execute()
}
