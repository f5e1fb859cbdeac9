import { sql } from 'kysely'
import type { CampaignDraft } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
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
  /** A run failed, maybe because of the contact, and the draft was retried. */
  failed_before: boolean
  detail: string
  detail_key: unknown
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
  'detail_key',
  'updated_at',
] as const

/** Why a draft failed, as its columns. */
export const draftDetail = (text: Text) => ({ detail: englishOf(text), detail_key: storedKey(text) })

/** A draft for every recipient of a send that has none yet. */
export async function insertDrafts(tx: OrgTx, sendId: string): Promise<void> {
  await sql`
    insert into app.campaign_drafts (org_id, send_id, contact_id, status)
    select org_id, send_id, contact_id, 'waiting' from app.campaign_recipients where send_id = ${sendId}
    on conflict do nothing`.execute(tx)
}

/** Drafts with an earlier failed run come last: the others show first, and cheaply, whether the agent works again. */
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

/** Drafts of a send by contact id; one more than the limit, if there is one. */
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
  set: Partial<Pick<DraftRow, 'status' | 'subject' | 'body' | 'run_id' | 'cost_micros' | 'paid_runs' | 'detail'>> &
    Partial<ReturnType<typeof draftDetail>>,
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
  /** Drafts with written text. */
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

/** Fails all drafts that still wait for the agent. */
export async function failWaiting(tx: OrgTx, sendId: string, detail: string): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    .set({ status: 'failed', detail, updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Fails these drafts; no text is written for them. */
export async function failDrafts(tx: OrgTx, sendId: string, contactIds: readonly string[], detail: Text): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    .set({ status: 'failed', ...draftDetail(detail), updated_at: sql`clock_timestamp()` })
    .where('send_id', '=', sendId)
    .where('contact_id', 'in', contactIds)
    .execute()
}

/** Drafts with an ended run, newest first. */
export async function lastEnded(tx: OrgTx, sendId: string, limit: number): Promise<DraftRow[]> {
  return (
    tx
      .selectFrom('campaign_drafts')
      .select(columns)
      .where('send_id', '=', sendId)
      .where('run_id', 'is not', null)
      .where('status', 'not in', ['waiting', 'writing'])
      // Run ids sort by start time; later edits do not change that.
      .orderBy('run_id', 'desc')
      .limit(limit)
      .execute()
  )
}

const again = {
  status: 'waiting',
  run_id: null,
  ...draftDetail(''),
  updated_at: sql<Date>`clock_timestamp()`,
}

/** Returns drafts to waiting; their cost stays counted. `hasFailed`: the failure may be caused by the contact. */
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

/** The same for all drafts of the send without text and with an open recipient. */
export async function waitAgainForOpen(tx: OrgTx, sendId: string): Promise<void> {
  await tx
    .updateTable('campaign_drafts')
    // A draft without a run (no budget or no address) has no earlier failure.
    .set({ ...again, failed_before: sql<boolean>`failed_before or run_id is not null` })
    .where('send_id', '=', sendId)
    .where('status', '=', 'failed')
    .where('contact_id', 'in', (open) =>
      open.selectFrom('campaign_recipients').select('contact_id').where('send_id', '=', sendId).where('status', '=', 'queued'),
    )
    .execute()
}

/** Start of the current activity: the last resume, or the start of the send. */
export async function continuedSince(tx: OrgTx, sendId: string): Promise<Date | null> {
  const row = await tx.selectFrom('campaign_sends').select('build_at').where('id', '=', sendId).executeTakeFirst()
  return row?.build_at ?? null
}

/** Decides about written drafts: the named ones, or all. Returns the number. */
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

/** Whether agents write messages of any send at this moment: the end of a run is of interest only then. */
export const isDrafting = async (tx: OrgTx): Promise<boolean> =>
  (await tx.selectFrom('campaign_sends').select('id').where('status', '=', 'drafting').limit(1).executeTakeFirst()) !== undefined
