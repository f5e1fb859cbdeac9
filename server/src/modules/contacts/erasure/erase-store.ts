import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

/** What the platform keeps for a while that names these people: answers to repeated requests, what the sandbox took for them. */
export async function deletePassingTraces(tx: OrgTx, ids: readonly string[], addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where(sql<SqlBool>`app.is_named(lower(response::text), ${[...ids, ...addresses]}::text[])`)
    .execute()
  await tx
    .deleteFrom('sandbox_mail')
    .where(sql<SqlBool>`lower(recipient) = any(${[...addresses]}::text[])`)
    .execute()
  await tx
    .deleteFrom('sandbox_messages')
    .where(
      // Its identity is organization/send/contact: what went to a web hook names the person by that alone.
      sql<SqlBool>`lower(recipient) = any(${[...addresses]}::text[]) or split_part(identity, '/', 3) = any(${[...ids]}::text[])`,
    )
    .execute()
}

/** What is still known of messages of campaigns whose recipients are gone. */
export async function deletePast(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contact_past')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** Addresses that the timeline remembers: changed since, or of a contact that became part of this one. In lower case, as they are kept. */
export async function listFormerAddresses(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from app.contact_events e
    cross join lateral (
      select change ->> side as address from jsonb_path_query(e.data, '$.changes[*] ? (@.field == "email" || @.field == "phone")') change
      cross join unnest(array['before', 'after']) side
      union all select e.data #>> '{merged,email}' union all select e.data #>> '{merged,phone}'
    ) known
    where e.contact_id = any(${[...ids]}::uuid[]) and e.type in ('contact.changed', 'contact.merged') and address <> ''`.execute(tx)
  return rows.map(({ address }) => address)
}

/** Which of the addresses other contacts have now. */
export async function addressesOfOthers(tx: OrgTx, addresses: readonly string[], ids: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await tx
    .selectFrom('contacts')
    .select(['email', 'phone'])
    .where((eb) => eb.or([eb('email', '=', eb.fn.any(eb.val([...addresses]))), eb('phone', '=', eb.fn.any(eb.val([...addresses])))]))
    .where((eb) => eb.not(eb('id', '=', eb.fn.any(eb.val([...ids])))))
    .execute()
  return new Set(rows.flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null))
}
