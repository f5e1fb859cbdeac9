import type { Selectable } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { SendingDomains } from '../../../platform/db/types.gen.ts'

export type DomainRow = Selectable<SendingDomains>

/** The result of the last DNS check. */
export interface DomainChecks {
  spf?: string
  dkim?: string
  dmarc?: string
  dkimNext?: string
  /** The time since when a previously found key is missing. */
  failingSince?: string
}

/** The domain itself and the ones above it, down to two labels. */
export const withParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** The verified sending domain that signs for an address's domain: itself, or the nearest above it (relaxed alignment). */
export async function findSigningDomain(tx: OrgTx, domain: string) {
  const rows = await tx
    .selectFrom('sending_domains')
    .select(['id', 'domain', 'selector', 'dkim_sealed'])
    .where('domain', 'in', withParents(domain))
    .where('verified_at', 'is not', null)
    .execute()
  return rows.toSorted((a, b) => b.domain.length - a.domain.length)[0]
}

export const listDomainRows = (tx: OrgTx): Promise<DomainRow[]> => tx.selectFrom('sending_domains').selectAll().orderBy('domain').execute()

export const findDomainRow = (tx: OrgTx, id: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('sending_domains').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined if the organization already has the domain. */
export const insertDomain = (
  tx: OrgTx,
  values: { id: string; domain: string; selector: string; publicKey: string; sealed: string },
): Promise<DomainRow | undefined> =>
  tx
    .insertInto('sending_domains')
    .values({
      org_id: tx.orgId,
      id: values.id,
      domain: values.domain,
      selector: values.selector,
      dkim_public: values.publicKey,
      dkim_sealed: values.sealed,
    })
    .onConflict((on) => on.columns(['org_id', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst()

export interface CheckedDomain {
  spf: boolean
  dkim: boolean
  dmarc: boolean
  checks: DomainChecks
  checkedAt: Date
  verifiedAt: Date | null
}

export const writeChecks = (tx: OrgTx, id: string, checked: CheckedDomain): Promise<DomainRow | undefined> =>
  tx
    .updateTable('sending_domains')
    .set({
      spf_ok: checked.spf,
      dkim_ok: checked.dkim,
      dmarc_ok: checked.dmarc,
      checks: JSON.stringify(checked.checks),
      checked_at: checked.checkedAt,
      verified_at: checked.verifiedAt,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function deleteDomain(tx: OrgTx, id: string): Promise<string | null> {
  const row = await tx.deleteFrom('sending_domains').where('id', '=', id).returning('domain').executeTakeFirst()
  return row?.domain ?? null
}

/** Domains of all organizations that were not checked since `before`. */
export const listUncheckedDomains = (tx: SystemTx, before: Date, limit: number) =>
  tx
    .selectFrom('sending_domains')
    .select(['org_id', 'id'])
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]))
    .orderBy('checked_at')
    .limit(limit)
    .execute()

export interface NewKey {
  selector: string
  publicKey: string
  sealed: string
}

/** A key that waits for its record. Undefined if one already waits, or if the domain does not exist. */
export const writeNextKey = (tx: OrgTx, id: string, { selector, publicKey, sealed }: NewKey): Promise<DomainRow | undefined> =>
  tx
    .updateTable('sending_domains')
    .set({ next_selector: selector, next_public: publicKey, next_sealed: sealed })
    .where('id', '=', id)
    .where('next_selector', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** From now on mail is signed with the key that waited. */
export const useNextKey = (tx: OrgTx, id: string, selector: string): Promise<DomainRow | undefined> =>
  tx
    .updateTable('sending_domains')
    .set((eb) => ({
      old_selector: eb.ref('selector'),
      old_public: eb.ref('dkim_public'),
      selector: eb.ref('next_selector').$notNull(),
      dkim_public: eb.ref('next_public').$notNull(),
      dkim_sealed: eb.ref('next_sealed').$notNull(),
      next_selector: null,
      next_public: null,
      next_sealed: null,
    }))
    .where('id', '=', id)
    .where('next_selector', '=', selector)
    .returningAll()
    .executeTakeFirst()

/** Undefined if neither the next nor the earlier key has this selector. */
export async function deleteKey(tx: OrgTx, id: string, selector: string): Promise<DomainRow | undefined> {
  const next = { next_selector: null, next_public: null, next_sealed: null }
  const cleared = await tx
    .updateTable('sending_domains')
    .set(next)
    .where('id', '=', id)
    .where('next_selector', '=', selector)
    .returningAll()
    .executeTakeFirst()
  if (cleared) return cleared
  return tx
    .updateTable('sending_domains')
    .set({ old_selector: null, old_public: null })
    .where('id', '=', id)
    .where('old_selector', '=', selector)
    .returningAll()
    .executeTakeFirst()
}
