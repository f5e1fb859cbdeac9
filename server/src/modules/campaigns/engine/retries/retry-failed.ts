import { sql } from 'kysely'
import type { RetryReason } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import { newId } from '../../../../platform/ids.ts'

/** The failed messages to retry: all with one of the reasons, or only the named contacts of these. */
export interface RetryChoice {
  sendId: string
  reasons: readonly RetryReason[]
  contactIds?: readonly string[] | null
}

const atOnce = 2_000

/**
 * Puts failed recipients back into the queue as if never tried; the failure is kept as an event. Returns how many, and for how many
 * the agent must still write. The caller locks the send.
 */
export async function requeueFailed(tx: OrgTx, choice: RetryChoice): Promise<{ again: number; unwritten: number }> {
  const sums = { again: 0, unwritten: 0 }
  for (;;) {
    const again = await requeuePage(tx, choice)
    sums.again += again.length
    sums.unwritten += again.filter((each) => each.is_unwritten).length
    await recordRetried(tx, choice.sendId, again)
    if (again.length < atOnce) return sums
  }
}

interface Requeued {
  contact_id: string
  detail: string
  is_unwritten: boolean
}

/**
 * Updates the counters of chunks. A message sent before it failed is sent, counted and metered anew; the outcomes of its copies are known,
 * so they do not stop a skip of a recipient that may no longer be reached.
 */
async function requeuePage(tx: OrgTx, { sendId, reasons, contactIds = null }: RetryChoice): Promise<Requeued[]> {
  const { rows } = await sql<Requeued>`
    with found as (
      select r.org_id, r.send_id, r.contact_id, r.chunk, r.sent_at is not null as was_sent, r.status = 'skipped' as is_unwritten,
        left(concat_ws(': ', r.reason, nullif(r.detail, '')), 500) as detail
      from app.campaign_recipients r
      where r.send_id = ${sendId} and (r.status = 'failed' or (r.status = 'skipped' and r.reason = 'agent_failed'))
        and coalesce(r.reason, 'undelivered') = any(${[...reasons]}::text[])
        and (${contactIds}::uuid[] is null or r.contact_id = any(${contactIds}::uuid[]))
      order by r.contact_id limit ${atOnce} for update
    ), queued as (
      update app.campaign_recipients r set status = 'queued', reason = null, detail = null, next_at = null, attempts = 0, tried_at = null,
        sent_at = null, delivered_at = null, copies = case when f.was_sent then 0 else r.copies end
      from found f where r.org_id = f.org_id and r.send_id = f.send_id and r.contact_id = f.contact_id
      returning f.contact_id, f.chunk, f.was_sent, f.is_unwritten, f.detail
    ), sums as (
      select chunk, count(*) filter (where not is_unwritten)::int as n, count(*) filter (where is_unwritten)::int as unwritten,
        count(*) filter (where was_sent)::int as late
      from queued group by chunk
    ), counted as (
      update app.campaign_chunks k set failed = k.failed - n, skipped = k.skipped - unwritten, undelivered = k.undelivered - late, sent = k.sent - late,
        metered = k.metered - late, status = case when k.status = 'done' then 'ready' else k.status end, next_at = null, job_at = null
      from sums where k.send_id = ${sendId} and k.chunk = sums.chunk
    )
    select contact_id, detail, is_unwritten from queued`.execute(tx)
  return rows
}

async function recordRetried(tx: OrgTx, sendId: string, again: readonly Requeued[]): Promise<void> {
  if (again.length === 0) return
  await sql`
    insert into app.campaign_events (org_id, id, send_id, contact_id, type, detail)
    select ${tx.orgId}, e.id, ${sendId}, e.contact_id, 'retried', e.detail
    from unnest(${again.map(() => newId())}::uuid[], ${again.map((each) => each.contact_id)}::uuid[], ${again.map((each) => each.detail)}::text[])
      as e(id, contact_id, detail)`.execute(tx)
}
