import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Senders } from '../../../platform/db/types.gen.ts'
import { domainOf } from '../../../platform/mail/address.ts'

export interface SenderIdentity {
  id: string
  name: string
  email: string
  domain: string
  replyTo: string | null
  /** Verified by its domain or by an email; null: only the sandbox mailbox accepts email from it. */
  verifiedAt: Date | null
  isDefault: boolean
}

export type SenderRow = Selectable<Senders> & { domain_verified_at: Date | null }

const withDomain = (tx: OrgTx) =>
  tx
    .selectFrom('senders as s')
    .selectAll('s')
    .select(
      // A verified domain covers the addresses of the domain and of its subdomains.
      sql<Date | null>`(select min(d.verified_at) from app.sending_domains d
        where s.email like '%@' || d.domain or s.email like '%.' || d.domain)`.as('domain_verified_at'),
    )

const toSender = (row: SenderRow): SenderIdentity => ({
  id: row.id,
  name: row.name,
  email: row.email,
  domain: domainOf(row.email),
  replyTo: row.reply_to,
  verifiedAt: row.domain_verified_at ?? row.verified_at,
  isDefault: row.is_default,
})

/** The named sender, or the default one; null if there is none. */
export async function resolveSender(tx: OrgTx, senderId: string | null): Promise<SenderIdentity | null> {
  const row = await withDomain(tx)
    .$call((query) => (senderId === null ? query.where('s.is_default', '=', true) : query.where('s.id', '=', senderId)))
    .executeTakeFirst()
  return row ? toSender(row) : null
}

/** The sender that an address is that of; null for none of ours. */
export async function findSenderByEmail(tx: OrgTx, email: string): Promise<string | null> {
  const row = await tx.selectFrom('senders').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row?.id ?? null
}

export const listSenderRows = (tx: OrgTx): Promise<SenderRow[]> =>
  withDomain(tx).orderBy('s.is_default', 'desc').orderBy('s.created_at').orderBy('s.id').execute()

export const findSenderRow = (tx: OrgTx, id: string): Promise<SenderRow | undefined> =>
  withDomain(tx).where('s.id', '=', id).executeTakeFirst()

export const lockSenders = (tx: OrgTx) => tx.selectFrom('senders').selectAll().orderBy('id').forUpdate().execute()

/** False if the organization already has the address. */
export async function insertSender(tx: OrgTx, values: Omit<Insertable<Senders>, 'org_id'>): Promise<boolean> {
  const result = await tx
    .insertInto('senders')
    .values({ ...values, org_id: tx.orgId })
    .onConflict((on) => on.columns(['org_id', 'email']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function updateSenderRow(tx: OrgTx, id: string, values: Updateable<Senders>): Promise<void> {
  await tx.updateTable('senders').set(values).where('id', '=', id).execute()
}

export async function clearDefaultSender(tx: OrgTx): Promise<void> {
  await tx.updateTable('senders').set({ is_default: false }).where('is_default', '=', true).execute()
}

export async function deleteSender(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('senders').where('id', '=', id).execute()
}

/** Uses the link up: the sender is verified; null for a link that is unknown, used or older than `notBefore`. */
export async function spendSenderToken(tx: OrgTx, tokenHash: Buffer, notBefore: Date, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('senders')
    .set({ verified_at: now, verify_token_hash: null, updated_at: sql`clock_timestamp()` })
    .where('verify_token_hash', '=', tokenHash)
    .where('verify_sent_at', '>', notBefore)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}
