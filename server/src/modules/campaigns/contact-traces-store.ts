import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

const mostEvents = 10_000

/** Events after the send, without those caused by machines. */
export async function listEventsOf(tx: OrgTx, ids: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select e.at, e.type, e.detail, c.name as campaign
    from app.campaign_events e join app.campaign_sends s on s.org_id = e.org_id and s.id = e.send_id
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    where e.contact_id = any(${[...ids]}::uuid[]) and not e.machine order by e.at desc limit ${mostEvents}`.execute(tx)
  return rows
}

export async function messagesTo(tx: OrgTx, ids: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select c.name as campaign, r.status, r.reason, r.address, r.sent_at as "sentAt", r.delivered_at as "deliveredAt", r.opened_at as "openedAt",
      r.clicked_at as "clickedAt", r.responded_at as "respondedAt", r.bounced_at as "bouncedAt", r.complained_at as "complainedAt",
      r.unsubscribed_at as "unsubscribedAt"
    from app.campaign_recipients r join app.campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
    where r.contact_id = any(${[...ids]}::uuid[]) order by r.send_id`.execute(tx)
  return rows
}

export const draftsFor = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('campaign_drafts')
    .select(['status', 'subject', 'body', 'updated_at as updatedAt'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Runs in which an agent wrote to the contacts, also for a sample. */
export async function runsFor(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('campaign_drafts')
    .select('run_id')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('run_id', 'is not', null)
    .unionAll(
      tx
        .selectFrom('campaign_samples')
        .select('run_id')
        .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids])))),
    )
    .execute()
  return rows.flatMap((row) => row.run_id ?? [])
}

export async function eraseTraces(tx: OrgTx, ids: readonly string[]): Promise<void> {
  const isTheirs = sql<boolean>`contact_id = any(${[...ids]}::uuid[])`
  await tx.deleteFrom('campaign_drafts').where(isTheirs).execute()
  await tx.deleteFrom('campaign_samples').where(isTheirs).execute()
  await tx
    .updateTable('campaign_recipients')
    .set({ address: '', detail: null, reason: reasonOnly, provider_id: null })
    .where(isTheirs)
    .execute()
  await tx.updateTable('campaign_events').set({ detail: '' }).where(isTheirs).execute()
  await tx.updateTable('campaign_short_links').set({ contact_id: null }).where(isTheirs).execute()
}

/**
 * Our reasons are words with underscores; a server's text may contain the address, so it is dropped. A waiting recipient becomes `erased`:
 * then the engine leaves it out even if it was just checked (write-window.ts), and the next check does not find it.
 */
const reasonOnly = sql<string | null>`
  case when status in ('queued', 'sending') then 'erased' when reason ~ '^[a-z_]+$' then reason end`
