import { sql } from 'kysely'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { findProfile } from '../../organizations/index.ts'
import type { SendFacts } from './parts.ts'

interface FactsRow {
  campaign_id: string
  name: string
  channel: string
  step: number
  version: number
  campaign_version: number
  status: string
  definition: { agent?: object | null }
  hours: unknown
  throttle: unknown
  guard: unknown
  budget: unknown
  build_cursor: string | null
  total: number
  test_total: number
  winner: number | null
}

/** Who launched this version of the campaign. */
export async function launchedBy(tx: OrgTx, { campaignId, version }: Pick<SendFacts, 'campaignId' | 'version'>): Promise<string | null> {
  const row = await tx
    .selectFrom('campaign_versions')
    .select('created_by')
    .where('campaign_id', '=', campaignId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.created_by ?? null
}

/**
 * The send with its version, but the hours, rate, guard and agent budget of the current campaign. `lock` locks the campaign, then the send,
 * until commit. Not `for update`: changing a chunk twice checks its foreign key, which would wait while holding the chunk.
 */
export async function readFacts(tx: OrgTx, sendId: string, { lock = false } = {}): Promise<SendFacts | null> {
  if (lock)
    await sql`select id from app.campaigns where id = (select campaign_id from app.campaign_sends where id = ${sendId}) for no key update`.execute(
      tx,
    )
  const { rows } = await sql<FactsRow>`
    select s.campaign_id, c.name, c.channel, s.step, s.version, c.version as campaign_version, s.status, v.definition,
      c.definition -> 'window' as hours, c.definition -> 'throttlePerMinute' as throttle, c.definition -> 'guard' as guard,
      c.definition #> '{agent,budgetMicros}' as budget,
      s.build_cursor, s.total, s.test_total, s.winner
    from app.campaign_sends s
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
    where s.id = ${sendId} ${lock ? sql`for no key update of s` : sql``}`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const profile = await findProfile(tx, tx.orgId)
  return {
    orgId: tx.orgId,
    sendId,
    campaignId: row.campaign_id,
    name: row.name,
    // A check constraint guarantees this.
    channel: row.channel as Channel,
    step: row.step,
    version: row.version,
    campaignVersion: row.campaign_version,
    status: row.status,
    definition: CampaignDefinition.parse({
      ...row.definition,
      window: row.hours,
      throttlePerMinute: row.throttle,
      ...(row.guard === null ? {} : { guard: row.guard }),
      ...(row.definition.agent && row.budget !== null ? { agent: { ...row.definition.agent, budgetMicros: row.budget } } : {}),
    }),
    timeZone: profile?.timeZone ?? 'UTC',
    buildCursor: row.build_cursor,
    total: row.total,
    testTotal: row.test_total,
    winner: row.winner,
  }
}

export async function insertSend(tx: OrgTx, send: { id: string; campaignId: string; version: number; step: number }) {
  const { id, campaignId, version, step } = send
  await tx
    .insertInto('campaign_sends')
    .values({
      org_id: tx.orgId,
      id,
      campaign_id: campaignId,
      version,
      step,
      status: 'building',
      build_at: sql`now()`,
    })
    .execute()
}

/** Moves open sends of a campaign between states; returns those that moved. */
export async function moveSends(
  tx: OrgTx,
  campaignId: string,
  to: 'pause' | 'resume' | 'cancel',
): Promise<{ id: string; status: string }[]> {
  // Lock order: the campaign before its sends.
  await sql`select id from app.campaigns where id = ${campaignId} for no key update`.execute(tx)
  const moves = {
    pause: sql`paused_from = status, status = 'paused' where status in ('building', 'drafting', 'review', 'sending', 'testing')`,
    resume: sql`status = paused_from, paused_from = null, build_at = now() where status = 'paused'`,
    cancel: sql`status = 'cancelled', finished_at = now() where status not in ('completed', 'cancelled')`,
  }
  const { rows } = await sql<{ id: string; status: string }>`
    update app.campaign_sends set ${moves[to]} and campaign_id = ${campaignId} returning id, status`.execute(tx)
  return rows
}

/** The automatic pause counts only what comes after the current numbers. */
export async function moveGuard(tx: OrgTx, sendId: string): Promise<void> {
  await sql`
    update app.campaign_sends set guard_from = (
      select jsonb_build_object('sent', coalesce(sum(sent), 0), 'bounced', coalesce(sum(bounced), 0), 'complained', coalesce(sum(complained), 0),
        'failed', coalesce(sum(failed), 0), 'undelivered', coalesce(sum(undelivered), 0))
      from app.campaign_chunks where send_id = ${sendId})
    where id = ${sendId}`.execute(tx)
}

/**
 * Excludes failures that a member decided, or contacts that were left out, from the automatic pause; all else counts as before.
 * The caller locks the send.
 */
export async function forgiveFailures(tx: OrgTx, sendId: string, count: number): Promise<void> {
  await sql`
    update app.campaign_sends set guard_from = coalesce(guard_from, '{}') ||
      jsonb_build_object('failed', coalesce((guard_from ->> 'failed')::int, 0) + ${count}::int)
    where id = ${sendId}`.execute(tx)
}

/** Locks the send until the transaction ends. Lock order: the send before its chunks. */
export async function lockSend(tx: OrgTx, sendId: string): Promise<void> {
  await sql`select id from app.campaign_sends where id = ${sendId} for no key update`.execute(tx)
}

export interface NewRecipient {
  contactId: string
  chunk: number
  variant: number
}

/** Adds a page of the snapshot: recipients, sums of their chunks, and the cursor. `remainderHeld`: odd chunks wait for a winner. */
export async function insertPage(
  tx: OrgTx,
  facts: SendFacts,
  page: readonly NewRecipient[],
  testTotal: number,
  remainderHeld: boolean,
): Promise<void> {
  const { sendId, campaignId } = facts
  await sql`
    with page as (
      select * from unnest(${page.map((each) => each.contactId)}::uuid[], ${page.map((each) => each.chunk)}::int[],
        ${page.map((each) => each.variant)}::smallint[]) as p(contact_id, chunk, variant)
    ), added as (
      insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, variant)
      select ${tx.orgId}, ${sendId}, contact_id, ${campaignId}, chunk, variant from page
      on conflict do nothing returning chunk
    ), sums as (
      insert into app.campaign_chunks as c (org_id, send_id, chunk, status, total)
      select ${tx.orgId}, ${sendId}, chunk, case when ${remainderHeld} and chunk % 2 = 1 then 'held' else 'ready' end, count(*) from added group by chunk
      on conflict (org_id, send_id, chunk) do update set total = c.total + excluded.total
      returning (xmax = 0) as is_new
    )
    update app.campaign_sends set build_cursor = ${page.at(-1)?.contactId ?? null}, build_at = now(), test_total = ${testTotal},
      total = total + (select count(*) from added), chunks = chunks + (select count(*) from sums where is_new)
    where id = ${sendId}`.execute(tx)
}

/** The snapshot is complete. */
export async function endBuild(tx: OrgTx, sendId: string, status: 'drafting' | 'testing' | 'sending'): Promise<void> {
  await tx
    .updateTable('campaign_sends')
    .set({ status, built_at: sql`now()` })
    .where('id', '=', sendId)
    .execute()
}

export async function setSendStatus(tx: OrgTx, sendId: string, from: readonly string[], to: string): Promise<boolean> {
  const result = await tx
    .updateTable('campaign_sends')
    .set({ status: to })
    .where('id', '=', sendId)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Sets the state that the resume of a paused send returns to. */
export async function setPausedFrom(tx: OrgTx, sendId: string, from: string, to: string): Promise<boolean> {
  const result = await tx
    .updateTable('campaign_sends')
    .set({ paused_from: to })
    .where('id', '=', sendId)
    .where('status', '=', 'paused')
    .where('paused_from', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** How far the test of a send is. */
export interface TestProgress {
  sent: number
  /** A recipient of the test may still get a message. */
  isOpen: boolean
  /** Some of them were never tried: in flight, or waiting for an hour or a rate. A recipient deferred by a server does not count. */
  isUntried: boolean
}

/** Reads only recipients of the test's open chunks: the rest may be half a million. */
export async function readTest(tx: OrgTx, sendId: string): Promise<TestProgress> {
  const { rows } = await sql<TestProgress>`
    with test as materialized (
      select chunk, sent, held, status in ('ready', 'leased') as is_open from app.campaign_chunks where send_id = ${sendId} and chunk % 2 = 0
    )
    select coalesce(sum(sent), 0)::int as sent, coalesce(bool_or(is_open or held > 0), false) as "isOpen", exists (
      select from test where is_open and (select exists (
        select from app.campaign_recipients r where r.org_id = ${tx.orgId} and r.send_id = ${sendId} and r.chunk = test.chunk
          and r.status in ('queued', 'sending') and (r.status = 'sending' or r.tried_at is null)))) as "isUntried"
    from test`.execute(tx)
  return rows[0] ?? { sent: 0, isOpen: false, isUntried: false }
}

/** How far the chunks of a send are. */
export async function countChunks(tx: OrgTx, sendId: string) {
  const { rows } = await sql<{ open: number; waiting: number; held: number; sent: number; total: number }>`
    select count(*) filter (where status in ('ready', 'leased'))::int as open, count(*) filter (where status = 'held')::int as waiting,
      coalesce(sum(held), 0)::int as held, coalesce(sum(sent), 0)::int as sent, coalesce(sum(total), 0)::int as total
    from app.campaign_chunks where send_id = ${sendId}`.execute(tx)
  return rows[0] ?? { open: 0, waiting: 0, held: 0, sent: 0, total: 0 }
}

export async function endSend(tx: OrgTx, sendId: string): Promise<void> {
  await tx
    .updateTable('campaign_sends')
    .set({ status: 'completed', finished_at: sql`now()` })
    .where('id', '=', sendId)
    .execute()
}

/** A completed send has messages to retry. If an agent must still write some of them, an active send also returns to drafting. */
export async function reopenSend(
  tx: OrgTx,
  sendId: string,
  { isPaused, to }: { isPaused: boolean; to: 'sending' | 'drafting' },
): Promise<void> {
  await tx
    .updateTable('campaign_sends')
    .set({ status: isPaused ? 'paused' : to, paused_from: isPaused ? to : null, finished_at: null })
    .where('id', '=', sendId)
    .where('status', 'in', to === 'drafting' ? ['completed', 'sending', 'testing', 'paused'] : ['completed'])
    .execute()
}

/** Completes the campaign after its last send if no occurrence is to come; false if there is more. */
export async function endCampaign(tx: OrgTx, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update app.campaigns c set status = 'completed', completed_at = now(), updated_at = now()
    where id = ${campaignId} and status = 'running' and next_at is null and not exists (
      select from app.campaign_sends s where s.org_id = c.org_id and s.campaign_id = c.id and s.status not in ('completed', 'cancelled'))
    returning id`.execute(tx)
  return rows.length > 0
}

/** Starts the wait of a test, unless it has started. */
export async function setWinnerDue(tx: OrgTx, sendId: string, waitHours: number): Promise<void> {
  await sql`update app.campaign_sends set winner_due_at = now() + ${waitHours} * interval '1 hour'
    where id = ${sendId} and winner_due_at is null`.execute(tx)
}

/** The wait started too early. */
export async function clearWinnerDue(tx: OrgTx, sendId: string): Promise<void> {
  await tx.updateTable('campaign_sends').set({ winner_due_at: null }).where('id', '=', sendId).execute()
}

/** Addresses of the version's table of links, in their order. */
export async function listLinks(tx: OrgTx, { campaignId, version }: Pick<SendFacts, 'campaignId' | 'version'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('campaign_links')
    .select('url')
    .where('campaign_id', '=', campaignId)
    .where('version', '=', version)
    .orderBy('no')
    .execute()
  return rows.map((row) => row.url)
}

/** Rejections met while sending, as events like later bounces. */
export async function insertBounces(tx: OrgTx, sendId: string, contactIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('campaign_events')
    .values(contactIds.map((contactId) => ({ org_id: tx.orgId, id: newId(), send_id: sendId, contact_id: contactId, type: 'bounced' })))
    .execute()
}

/** Addresses of rejected messages, in their stored form, with the server's response. */
export async function listRefusals(
  tx: OrgTx,
  sendId: string,
  contactIds: readonly string[],
): Promise<{ address: string; detail: string }[]> {
  const { rows } = await sql<{ address: string; detail: string }>`
    select lower(address) as address, coalesce(detail, '') as detail from app.campaign_recipients
    where send_id = ${sendId} and contact_id = any(${[...contactIds]}::uuid[]) and address <> ''`.execute(tx)
  return rows
}
