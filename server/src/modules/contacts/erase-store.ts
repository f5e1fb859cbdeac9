import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

/** What the platform keeps for a while that names these people: answers to repeated requests, what the sandbox took for them. */
export async function deletePassingTraces(
  tx: OrgTx,
  ids: readonly string[],
  emails: readonly string[],
  phones: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where(
      sql<SqlBool>`exists (select 1 from unnest(${[...ids, ...emails, ...phones]}::text[]) as name where strpos(response::text, name) > 0)`,
    )
    .execute()
  await tx
    .deleteFrom('sandbox_mail')
    .where(sql<SqlBool>`lower(recipient) = any(${[...emails]}::text[])`)
    .execute()
  await tx
    .deleteFrom('sandbox_messages')
    .where(
      // Its identity is organization/send/contact: what went to a web hook names the person by that alone.
      sql<SqlBool>`recipient = any(${[...emails, ...phones]}::text[]) or split_part(identity, '/', 3) = any(${[...ids]}::text[])`,
    )
    .execute()
}

/** What imports keep: the values that they overwrote, and lines that they refused and that hold one of the addresses. */
export async function deleteImportTraces(tx: OrgTx, ids: readonly string[], addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contact_import_changes')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  if (addresses.length === 0) return
  await tx
    .deleteFrom('contact_import_errors')
    .where(sql<SqlBool>`exists (select 1 from unnest(${[...addresses]}::text[]) as address where strpos(lower(line), address) > 0)`)
    .execute()
}

/** Consent of the people: the ledger and what stands. Suppressions stay: they are hashes, and must outlive the person. */
export async function deleteConsents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('consent_entries')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  await tx
    .deleteFrom('consents')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
