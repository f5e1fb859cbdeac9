import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { ErasureCertificate, LegalHold } from '@imperium/contract/erasure/erasure.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/types.gen.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'

const mostHolds = 500

interface HoldRow extends Selectable<DB['legal_holds']> {
  contact_name: string | null
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const toHold = (row: HoldRow): LegalHold => ({
  id: row.id,
  contactId: row.contact_id,
  contactName: row.contact_name,
  reason: row.reason,
  placedBy: row.placed_by,
  placedAt: row.placed_at.toISOString(),
  releasedAt: iso(row.released_at),
  releasedBy: row.released_by,
})

const shown = (tx: OrgTx) =>
  tx
    .selectFrom('legal_holds as h')
    .leftJoin('contacts as c', (join) => join.onRef('c.org_id', '=', 'h.org_id').onRef('c.id', '=', 'h.contact_id'))
    .selectAll('h')
    .select(
      sql<string | null>`nullif(trim(coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email, c.phone, '')), '')`.as(
        'contact_name',
      ),
    )

export const listHolds = (tx: OrgTx): Promise<HoldRow[]> =>
  shown(tx)
    .orderBy(sql`h.released_at is not null`)
    .orderBy('h.placed_at', 'desc')
    .orderBy('h.id')
    .limit(mostHolds)
    .execute()

export const findHold = (tx: OrgTx, id: string): Promise<HoldRow | undefined> => shown(tx).where('h.id', '=', id).executeTakeFirst()

/** False where one stands already. */
export async function insertHold(
  tx: OrgTx,
  hold: { id: string; contactId: string | null; reason: string; placedBy: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('legal_holds')
    .values({
      org_id: tx.orgId,
      id: hold.id,
      contact_id: hold.contactId,
      reason: hold.reason,
      placed_by: hold.placedBy,
      placed_at: hold.now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseHold(tx: OrgTx, id: string, by: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('legal_holds')
    .set({ released_at: now, released_by: by })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The first standing hold on the whole organization or on one of these contacts. */
export const standingHold = (tx: OrgTx, contactIds: readonly string[]): Promise<{ reason: string } | undefined> =>
  tx
    .selectFrom('legal_holds')
    .select('reason')
    .where('released_at', 'is', null)
    .where((where) =>
      where.or([where('contact_id', 'is', null), ...(contactIds.length > 0 ? [where('contact_id', 'in', [...contactIds])] : [])]),
    )
    .orderBy('placed_at')
    .limit(1)
    .executeTakeFirst()

/** Released ones go with the contact that they were about. */
export async function deleteReleased(tx: OrgTx, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx
    .deleteFrom('legal_holds')
    .where('contact_id', 'in', [...contactIds])
    .where('released_at', 'is not', null)
    .execute()
}

/** What was held stays held under the contact that it was merged into. */
export async function moveHolds(tx: OrgTx, from: string, into: string): Promise<void> {
  const isHeld = await tx
    .selectFrom('legal_holds')
    .select('id')
    .where('contact_id', '=', into)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (isHeld) await tx.deleteFrom('legal_holds').where('contact_id', '=', from).execute()
  else await tx.updateTable('legal_holds').set({ contact_id: into }).where('contact_id', '=', from).execute()
}

export async function listHeldOrganizations(tx: SystemTx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('legal_holds')
    .select('org_id')
    .where('contact_id', 'is', null)
    .where('released_at', 'is', null)
    .execute()
  return new Set(rows.map(({ org_id }) => org_id))
}

type CertificateRow = Omit<Selectable<DB['erasure_certificates']>, 'erased_at'> & { erased_at: Date | string }

export const toCertificate = (row: CertificateRow): ErasureCertificate => ({
  id: row.id,
  erasedAt: new Date(row.erased_at).toISOString(),
  erasedBy: row.erased_by,
  contacts: row.contacts as ErasureCertificate['contacts'],
  places: row.places as ErasureCertificate['places'],
})

export async function insertCertificate(tx: OrgTx, certificate: Omit<ErasureCertificate, 'erasedAt'> & { erasedAt: Date }): Promise<void> {
  await tx
    .insertInto('erasure_certificates')
    .values({
      org_id: tx.orgId,
      id: certificate.id,
      erased_at: certificate.erasedAt,
      erased_by: certificate.erasedBy,
      contacts: JSON.stringify(certificate.contacts),
      places: JSON.stringify(certificate.places),
    })
    .execute()
}

export const certificatePage = listPage(newestFirst('id'), (tx) => tx.selectFrom('erasure_certificates').selectAll())

export const findCertificate = (tx: OrgTx, id: string): Promise<CertificateRow | undefined> =>
  tx.selectFrom('erasure_certificates').selectAll().where('id', '=', id).executeTakeFirst()
