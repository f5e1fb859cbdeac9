import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

interface CodedMessage {
  contactId: string
  /** As the table has it. */
  code: string
}

/**
 * Stores the codes of a window with their messages, in one statement; a repeat changes nothing.
 * @returns contacts with a code that belongs to another message, of any organization: their text must not use it.
 */
export async function insertCodes(
  tx: OrgTx,
  { sendId, campaignId, version }: { sendId: string; campaignId: string; version: number },
  messages: readonly CodedMessage[],
): Promise<Set<string>> {
  const { rows } = await sql<{ contact_id: string }>`
    with asked as materialized (
      select code, contact_id from unnest(${messages.map(({ code }) => code)}::bigint[], ${messages.map(({ contactId }) => contactId)}::uuid[])
        as a(code, contact_id)
    ), added as (
      insert into app.campaign_short_links (code, org_id, campaign_id, version, send_id, contact_id)
      select code, ${tx.orgId}::uuid, ${campaignId}::uuid, ${version}::int, ${sendId}::uuid, contact_id from asked order by code, contact_id
      on conflict do nothing returning contact_id
    )
    select contact_id from asked a
    where not exists (select from added d where d.contact_id = a.contact_id)
      and not exists (select from app.campaign_short_links l where l.code = a.code and l.send_id = ${sendId} and l.contact_id = a.contact_id)`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.contact_id))
}

/** Stores the code of tests of a version. False where it belongs to another message. */
export async function insertTestCode(
  tx: OrgTx,
  { code, campaignId, version }: { code: string; campaignId: string; version: number },
): Promise<boolean> {
  await sql`
    insert into app.campaign_short_links (code, org_id, campaign_id, version)
    values (${code}::bigint, ${tx.orgId}, ${campaignId}, ${version}) on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from app.campaign_short_links
    where code = ${code}::bigint and campaign_id = ${campaignId} and version = ${version} and send_id is null`.execute(tx)
  return rows.length > 0
}

export interface ShortLinkRow {
  orgId: string
  campaignId: string
  version: number
  /** Null: of a test. */
  sendId: string | null
  /** Null: a test, or a recipient for which clicks must not be counted. */
  contactId: string | null
}

/** The message of a code, of any organization. */
export async function findCode(tx: SystemTx, code: string): Promise<ShortLinkRow | null> {
  const { rows } = await sql<ShortLinkRow>`
    select org_id as "orgId", campaign_id as "campaignId", version, send_id as "sendId", contact_id as "contactId"
    from app.campaign_short_links where code = ${code}::bigint`.execute(tx)
  return rows[0] ?? null
}
