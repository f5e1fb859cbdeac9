import { sql } from 'kysely'
import { SealError } from '../crypto/crypto.ts'
import type { KeyRing } from '../crypto/crypto.ts'
import type { SystemTx } from '../db/database.ts'
import type { Platform } from '../platform.ts'

/**
 * Start of a chain after its oldest months were dropped. Sequence and hash of the last dropped row are sealed under the operator's
 * key, with the organization's id: without the key the start cannot be moved to hide earlier rows (SEC-38).
 */
export interface Anchor {
  orgId: string
  seq: number
  hash: Buffer
  sealed: string
}

const placeOf = (orgId: string) => `audit-anchor:${orgId}`
const contentOf = (seq: number, hash: Buffer) => `${seq} ${hash.toString('hex')}`

export const sealAnchor = (keyRing: KeyRing, orgId: string, seq: number, hash: Buffer): string =>
  keyRing.encrypt(contentOf(seq, hash), placeOf(orgId))

/** Whether the anchor matches its sealed value, for this organization, with one of our keys. */
export function isGenuine(keyRing: KeyRing, { orgId, seq, hash, sealed }: Anchor): boolean {
  try {
    return keyRing.decrypt(sealed, placeOf(orgId)) === contentOf(seq, hash)
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/** Retention of audit rows in months; slightly longer in practice, because whole months are dropped. */
const keptMonths = 13

/**
 * Drops months of the audit log that ended more than 13 months ago, oldest first, each in one transaction with the anchors
 * of the remaining chains. @returns the number of dropped months.
 */
export async function dropOldAuditMonths({ db, keyRing }: Pick<Platform, 'db' | 'keyRing'>): Promise<number> {
  const { rows: months } = await db.withSystem((tx) =>
    sql<{ part: string; ends_at: Date }>`
      select part, ends_at from app.months_before('audit_log', now() - make_interval(months => ${keptMonths}))`.execute(tx),
  )
  for (const { part, ends_at: endsAt } of months)
    await db.withSystem(async (tx) => {
      await anchorChains(tx, keyRing, endsAt)
      await sql`select app.drop_audit_month(${part})`.execute(tx)
    })
  return months.length
}

const chainsAtOnce = 1_000

/** Writes an anchor at the last row before `moment` of every chain that has one. */
async function anchorChains(tx: SystemTx, keyRing: KeyRing, moment: Date): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ org_id: string; seq: number | null; hash: Buffer | null }>`
      select h.org_id, l.seq, l.hash from (
        select org_id from audit_heads where org_id::text > ${after} order by org_id::text limit ${chainsAtOnce}
      ) h
      left join lateral (
        select seq, hash from audit_log l where l.org_id = h.org_id and l.at < ${moment} order by l.seq desc limit 1
      ) l on true
      order by h.org_id::text`.execute(tx)
    for (const { org_id: orgId, seq, hash } of rows)
      if (seq !== null && hash !== null) await writeAnchor(tx, { orgId, seq, hash, sealed: sealAnchor(keyRing, orgId, seq, hash) })
    after = rows.at(-1)?.org_id ?? after
    if (rows.length < chainsAtOnce) return
  }
}

async function writeAnchor(tx: SystemTx, { orgId, seq, hash, sealed }: Anchor): Promise<void> {
  await tx
    .insertInto('audit_anchors')
    .values({ org_id: orgId, seq, hash, sealed })
    .onConflict((on) => on.column('org_id').doUpdateSet({ seq, hash, sealed, at: sql`now()` }))
    .execute()
}

/** Seals the anchors again under the current key; those that no key opens are left for `audit verify` to report. */
export async function rewrapAnchors({ keyRing }: Pick<Platform, 'keyRing'>, tx: SystemTx): Promise<number> {
  const anchors = await tx.selectFrom('audit_anchors').select(['org_id as orgId', 'seq', 'hash', 'sealed']).execute()
  const old = anchors.filter((anchor) => isGenuine(keyRing, anchor) && keyRing.needsRotation(anchor.sealed))
  for (const anchor of old) await writeAnchor(tx, { ...anchor, sealed: keyRing.rewrap(anchor.sealed, placeOf(anchor.orgId)) })
  return old.length
}
