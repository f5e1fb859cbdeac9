import { sql } from 'kysely'
import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export type DraftStatus = CampaignDraft['status']

export interface DraftRow {
  contact_id: string
  status: string
  subject: string
  body: string
  run_id: string | null
  cost_micros: number
  /** Runs that took of it. */
  paid_runs: number
  /** A run for it failed by what may be about the person, and it was given another. */
  failed_before: boolean
  detail: string
  updated_at: Date
}

const columns = [
  'contact_id',
  'status',
  'subject',
  'body',
  'run_id',
  'cost_micros',
  'paid_runs',
  'failed_before',
  'detail',
  'updated_at',
] as const

/** A draft for every recipient of a send that has none yet. */
export async function insertDrafts(tx: OrgTx, sendId: string): Promise<void> {
  await sql`
    insert into app.campaign_drafts (org_id, send_id, contact_id, status)
    select org_id, send_id, contact_id, 'waiting' from app.campaign_recipients where send_id = ${sendId}
    on conflict do nothing`.execute(tx)
}

/** Those for whom a run failed before come last: whether the agent writes again is seen by the others, and paid for once. */
export async function draftsWithStatus(tx: OrgTx, sendId: string, status: DraftStatus, limit: number): Promise<DraftRow[]> {
  return tx
    .selectFrom('campaign_drafts')
    .select(columns)
    .where('send_id', '=', sendId)
    .where('status', '=', status)
    .orderBy('failed_before')
    .orderBy('contact_id')
    .limit(limit)
    .execute()
}

/** Drafts of a send by contact id; one more than asked for, where there is one. */
export async function pageDrafts(
  tx: OrgTx,
  { sendId, status, after, limit }: { sendId: string; status: DraftStatus | undefined; after: string | null; limit: number },
): Promise<DraftRow[]> {
  return tx
    .selectFrom('campaign_drafts')
    .select(columns)
    .where('send_id', '=', sendId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(after !== null, (query) => query.where('contact_id', '>', after ?? ''))
    .orderBy('contact_id')
    .limit(limit + 1)
    .execute()
}

export async function draftsOf(tx: OrgTx, sendId: string, contactIds: readonly string[]): Promise<Map<string, DraftRow>> {
  if (contactIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaign_drafts')
    .select(columns)
    .where('send_id', '=', sendId)
    .where('contact_id', 'in', contactIds)
    .execute()
  return new Map(rows.map((row) => [row.contact_id, row]))
}

/** Which variant these recipients get. */
export async function variantsOf(tx: OrgTx, sendId: string, contactIds: readonly string[]): Promise<Map<string, number>> {
  if (contactIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('campaign_recipients')
    .select(['contact_id', 'variant'])
    .where('send_id', '=', sendId)
    .where('contact_id', 'in', contactIds)
    .execute()
  return new Map(rows.map((row) => [row.contact_id, row.variant]))
}

export async function writeDraft(
  tx: OrgTx,
  sendId: string,
  contactId: string,
  set: Partial<Pick<DraftRow, 'status' | 'subject' | 'body' | 'run_id' | 'cost_micros' | 'paid_runs' | 'detail'>>,
): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    .set({ ...set, updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .execute()
}

export interface DraftSums {
  waiting: number
  writing: number
  written: number
  /** Those for whom a run wrote something. */
  wrote: number
  costMicros: number
  /** Runs that took of it, also those after which a draft waits again. */
  paidRuns: number
}

export async function sumDrafts(tx: OrgTx, sendId: string): Promise<DraftSums> {
  const { rows } = await sql<DraftSums>`
    select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'writing')::int as writing,
      count(*) filter (where status = 'written')::int as written, count(*) filter (where run_id is not null and status in ('written', 'approved', 'rejected'))::int as wrote,
      coalesce(sum(cost_micros), 0)::bigint as "costMicros", coalesce(sum(paid_runs), 0)::int as "paidRuns"
    from app.campaign_drafts where send_id = ${sendId}`.execute(tx)
  return rows[0] ?? { waiting: 0, writing: 0, written: 0, wrote: 0, costMicros: 0, paidRuns: 0 }
}

/** What waits for the agent gets nothing from it. */
export async function failWaiting(tx: OrgTx, sendId: string, detail: string): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    .set({ status: 'failed', detail, updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Nothing is written for these. */
export async function failDrafts(tx: OrgTx, sendId: string, contactIds: readonly string[], detail: string): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    .set({ status: 'failed', detail, updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('contact_id', 'in', contactIds)
    .execute()
}

/** Those whose run has ended, the newest first. */
export async function lastEnded(tx: OrgTx, sendId: string, limit: number): Promise<DraftRow[]> {
  return (
    tx
      .selectFrom('campaign_drafts')
      .select(columns)
      .where('send_id', '=', sendId)
      .where('run_id', 'is not', null)
      .where('status', 'not in', ['waiting', 'writing'])
      // Ids tell the order of their beginnings, whoever changed what was written since.
      .orderBy('run_id', 'desc')
      .limit(limit)
      .execute()
  )
}

const again = {
  status: 'waiting',
  run_id: null,
  detail: '',
  updated_at: sql<Date>`clock_timestamp()`,
}

/** The agent writes for these once more; what it took before stays counted. `hasFailed`: what failed may be about them. */
export async function waitAgain(
  tx: OrgTx,
  sendId: string,
  contactIds: readonly string[],
  { hasFailed }: { hasFailed: boolean },
): Promise<void> {
  if (contactIds.length === 0) return
  await tx
    .updateTable('campaign_drafts')
    .set({ ...again, ...(hasFailed ? { failed_before: true } : {}) })
    .where('send_id', '=', sendId)
    .where('contact_id', 'in', contactIds)
    .execute()
}

/** The same for all who are still to get a message of the send, and for whom nothing was written. */
export async function waitAgainForOpen(tx: OrgTx, sendId: string): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    // Who never had a run, for want of budget or of a way to reach them, begins like anybody.
    .set({ ...again, failed_before: sql<boolean>`failed_before or run_id is not null` })
    .where('send_id', '=', sendId)
    .where('status', '=', 'failed')
    .where('contact_id', 'in', (open) =>
      open.selectFrom('campaign_recipients').select('contact_id').where('send_id', '=', sendId).where('status', '=', 'queued'),
    )
    .execute()
}

/** Since when the send has been going on: since its last resume, where there was one. */
export async function goesOnSince(tx: OrgTx, sendId: string): Promise<Date | null> {
  const row = await tx.selectFrom('campaign_sends').select('build_at').where('id', '=', sendId).executeTakeFirst()
  return row?.build_at ?? null
}

/** Decides about written drafts: the named ones, or all. Answers how many. */
export async function decideWritten(
  tx: OrgTx,
  sendId: string,
  to: 'approved' | 'rejected',
  contactIds: readonly string[] | null,
): Promise<number> {
  const result = await tx
    .updateTable('campaign_drafts')
    .set({ status: to, updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('status', '=', 'written')
    .$if(contactIds !== null, (query) => query.where('contact_id', 'in', contactIds ?? []))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function sendOfRun(tx: OrgTx, runId: string): Promise<string | null> {
  const row = await tx.selectFrom('campaign_drafts').select('send_id').where('run_id', '=', runId).executeTakeFirst()
  return row?.send_id ?? null
}
