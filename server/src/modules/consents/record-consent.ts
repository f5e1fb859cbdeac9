import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export const consentSources = [
  ...([
    'import',
    'form',
    'preference-centre',
    'unsubscribe',
    'mail-reply',
    'keyword',
    'double-opt-in',
    'manual',
    'api',
    'complaint',
  ] as const),
  ...(['merge'] as const),
] as const
export type ConsentSource = (typeof consentSources)[number]
export type ConsentStatus = 'granted' | 'pending' | 'withdrawn'

export interface ConsentEntry {
  contactId: string
  channel: Channel
  purpose: string
  status: ConsentStatus
  source: ConsentSource
  /** What proves it: text shown, file and row, message, request. Never a secret. */
  proof: Record<string, unknown>
  actorName?: string
  /** When the person said so, where that is not now. */
  at?: Date
}

/**
 * Writes entries of the ledger and the resulting consent in at most two statements; skips contacts that do not exist. A dated entry never
 * overrides a later one, nor an imported opt-in a person's opt-out. Double opt-in is the caller's (`grantConsent`).
 */
export async function recordConsent(tx: OrgTx, entries: readonly ConsentEntry[]): Promise<void> {
  await writeEntries(
    tx,
    entries.filter((each) => !each.at),
    false,
  )
  await writeEntries(
    tx,
    entries.filter((each) => each.at),
    true,
  )
}

async function writeEntries(tx: OrgTx, entries: readonly ConsentEntry[], dated: boolean): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((each, position) => ({
    id: newId(),
    position,
    contact_id: each.contactId,
    channel: each.channel,
    purpose: each.purpose,
    status: each.status,
    source: each.source,
    proof: each.proof,
    actor_name: each.actorName ?? '',
    at: each.at?.toISOString() ?? null,
  }))
  // Looked up one by one (an `exists` would become a join, and where statistics are stale, as in an import, one over every contact).
  // The order of keys is the same for everybody, so that two lists with the same people wait for each other instead of locking up.
  await sql`
    with input as materialized (
      select x.*, coalesce(x.at, clock_timestamp()) as said_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, position int, contact_id uuid, channel text, purpose text,
        status text, source text, proof jsonb, actor_name text, at timestamptz)
      where (select true from contacts c where c.org_id = ${tx.orgId} and c.id = x.contact_id)
    ), ledger as (
      insert into consent_entries (org_id, id, contact_id, channel, purpose, status, source, proof, actor_name, at)
      select ${tx.orgId}, id, contact_id, channel, purpose, status, source, proof, actor_name, said_at from input
    )
    insert into consents as now (org_id, contact_id, channel, purpose, status, source, at)
    select distinct on (contact_id, channel, purpose) ${tx.orgId}, contact_id, channel, purpose, status, source, said_at from input
    order by contact_id, channel, purpose, said_at desc, position desc
    on conflict (org_id, contact_id, channel, purpose) do update set status = excluded.status, source = excluded.source, at = excluded.at
    where (not ${dated}::boolean or now.at <= excluded.at)
      and not (excluded.source = 'import' and excluded.status <> 'withdrawn' and now.status = 'withdrawn')`.execute(tx)
}
