import { sql } from 'kysely'
import type { Selectable, SqlBool } from 'kysely'
import type { CampaignRecipient, CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { CampaignRecipients } from '../../../platform/db/types.gen.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { chunkSums, toStats } from '../campaign-stats.ts'
import { isOfRemainder } from '../engine/start-send.ts'
import type { VariantScore } from '../engine/choose-winner.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

interface SendsPage {
  /** Restricts the list to this send. */
  sendId?: string | undefined
  /** Those before this step. */
  before?: number | null
  limit?: number
}

/** Sends of a campaign, newest first, with their numbers: all of them unless limited. */
export async function listSends(tx: OrgTx, campaignId: string, { sendId, before = null, limit }: SendsPage = {}): Promise<CampaignSend[]> {
  const rows = await tx
    .selectFrom('campaign_sends as s')
    .leftJoin('campaign_chunks as k', (join) => join.onRef('k.org_id', '=', 's.org_id').onRef('k.send_id', '=', 's.id'))
    .select(['s.id', 's.step', 's.version', 's.status', 's.winner', 's.winner_detail', 's.winner_due_at', 's.started_at', 's.finished_at'])
    .select('s.recipients_erased_at as erased_at')
    .select(chunkSums)
    .select(draftMicros)
    .select(testOf)
    // Selects the page first, so that only its sends are summed up.
    .where('s.id', 'in', (sends) =>
      sends
        .selectFrom('campaign_sends')
        .select('id')
        .where('campaign_id', '=', campaignId)
        .$if(sendId !== undefined, (query) => query.where('id', '=', sendId ?? ''))
        .$if(before !== null, (query) => query.where('step', '<', before ?? 0))
        .orderBy('step', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0)),
    )
    .groupBy(['s.org_id', 's.id'])
    .orderBy('s.step', 'desc')
    .execute()
  return rows.map(
    ({
      id,
      step,
      version,
      status,
      ab,
      winner,
      winner_detail,
      winner_due_at,
      started_at,
      finished_at,
      erased_at,
      draft_micros,
      ...sums
    }) => ({
      id,
      step,
      version,
      ab,
      winner,
      status: status as CampaignSend['status'],
      stats: toStats({ ...sums, cost_micros: sums.cost_micros + draft_micros }),
      winnerDueAt: winner_due_at?.toISOString() ?? null,
      winnerScores: scoresOf(winner_detail),
      startedAt: started_at.toISOString(),
      finishedAt: finished_at?.toISOString() ?? null,
      recipientsErasedAt: iso(erased_at),
    }),
  )
}

/** The cost of the agent's messages of a send. */
const draftMicros = sql<number>`(select coalesce(sum(d.cost_micros), 0)::bigint from app.campaign_drafts d
  where d.org_id = s.org_id and d.send_id = s.id)`.as('draft_micros')

/** The A/B test of the version that the send uses: the campaign may have changed since. */
const testOf = sql<CampaignSend['ab']>`(select jsonb_build_object('testPercent', v.definition #> '{ab,testPercent}',
    'names', '["A"]'::jsonb || jsonb_path_query_array(v.definition, '$.ab.variants[*].name'))
  from app.campaign_versions v
  where v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version and jsonb_typeof(v.definition -> 'ab') = 'object')`.as(
  'ab',
)

/** As `chooseDueWinners` writes it; a manual choice has no scores. */
function scoresOf(detail: unknown): CampaignSend['winnerScores'] {
  const { by, scores } = (detail ?? {}) as { by?: string; scores?: VariantScore[] }
  return scores && (by === 'opened' || by === 'clicked' || by === 'responded') ? { by, variants: scores } : null
}

export interface SendRow {
  id: string
  step: number
  version: number
  status: string
  /** The status before the pause; null where it is not paused. */
  paused_from: string | null
  /** When the first of its recipients were erased. */
  recipients_erased_at: Date | null
}

/** The named send of a campaign, or its newest; null for none. */
export async function findSend(tx: OrgTx, campaignId: string, sendId?: string): Promise<SendRow | null> {
  const row = await tx
    .selectFrom('campaign_sends')
    .select(['id', 'step', 'version', 'status', 'paused_from', 'recipients_erased_at'])
    .where('campaign_id', '=', campaignId)
    .$if(sendId !== undefined, (query) => query.where('id', '=', sendId ?? ''))
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const waitsFor = {
  held: sql<SqlBool>`exists (select from app.campaign_chunks k where k.org_id = campaign_sends.org_id and k.send_id = campaign_sends.id and k.held > 0)`,
  winner: sql<SqlBool>`winner is null and (status = 'testing' or paused_from = 'testing')`,
  // Paused, it can be reviewed in peace.
  review: sql<SqlBool>`case when status = 'paused' then paused_from else status end in ('drafting', 'review')`,
}

/** The named send of a campaign, or the newest that waits for such a decision, or the newest; null for none. */
export async function findWaitingSend(
  tx: OrgTx,
  campaignId: string,
  decision: keyof typeof waitsFor,
  sendId?: string,
): Promise<SendRow | null> {
  if (sendId !== undefined) return findSend(tx, campaignId, sendId)
  const waiting = await tx
    .selectFrom('campaign_sends')
    .select(['id', 'step', 'version', 'status', 'paused_from', 'recipients_erased_at'])
    .where('campaign_id', '=', campaignId)
    .where('status', '<>', 'cancelled')
    .where(waitsFor[decision])
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst()
  return waiting ?? findSend(tx, campaignId)
}

export type RecipientRow = Selectable<CampaignRecipients>

/** The address of a message on the channel; empty where the contact has none, or the account defines it. */
export const addressOn = (channel: Channel, { email, phone }: MessageContact): string =>
  (channel === 'email' ? email : channel === 'webhook' ? (email ?? phone) : phone) ?? ''

/** The name, or an address where there is none. */
export const nameOf = ({ name, email, phone }: MessageContact): string => name || (email ?? phone ?? '')

/** Reason of a queued recipient in the rest of an A/B test before a variant has won; not stored in any row. */
export const waitsForWinner = 'winner'

/** A row as it is shown: the rest of a test gets the variant that wins, and none before. */
export function toRecipient(
  row: RecipientRow,
  contact: MessageContact | undefined,
  { channel, splits }: { channel: Channel; splits: Splits },
): CampaignRecipient {
  const split = isOfRemainder(row.chunk) ? splits.get(row.send_id) : undefined
  const waits = split?.winner === null && row.status === 'queued'
  return {
    contactId: row.contact_id,
    name: contact ? nameOf(contact) : null,
    address: row.address || (contact ? addressOn(channel, contact) : ''),
    status: row.status as RecipientStatus,
    reason: waits ? waitsForWinner : row.reason,
    detail: row.detail,
    variant: split ? split.winner : row.variant,
    copies: row.copies,
    nextAt: iso(waits ? split.winnerDueAt : row.next_at),
    sentAt: iso(row.sent_at),
    deliveredAt: iso(row.delivered_at),
    openedAt: iso(row.opened_at),
    clickedAt: iso(row.clicked_at),
    respondedAt: iso(row.responded_at),
    bouncedAt: iso(row.bounced_at),
    complainedAt: iso(row.complained_at),
    unsubscribedAt: iso(row.unsubscribed_at),
  }
}

export interface RecipientFilter {
  sendId: string
  status?: RecipientStatus | undefined
  reason?: string | undefined
  variant?: number | undefined
  q?: string | undefined
  /** Ids of contacts with a name that matches the text. */
  named: readonly string[]
  after: string | null
  limit: number
}

/** What may happen to one message after another, and when it did: the numbers count these, too. */
const momentOf = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  responded: 'responded_at',
  bounced: 'bounced_at',
  complained: 'complained_at',
  unsubscribed: 'unsubscribed_at',
} as const
const momentFor = (status: RecipientStatus | undefined) =>
  status !== undefined && status in momentOf ? momentOf[status as keyof typeof momentOf] : null

/** Of these sends the ones of which only a part is tested, with the variant that the rest gets; the rest are those of the odd chunks (build-send.ts). */
export const splitSends = (sendIds: readonly string[]) => sql`
  select s.id, s.winner, s.winner_due_at from app.campaign_sends s
  join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
  where s.id = any(${[...sendIds]}::uuid[]) and (v.definition #>> '{ab,testPercent}')::numeric < 100`

/**
 * The variant of recipient `r`, joined with its send as `p` if that is in `splitSends`: the rest of a test has the winner,
 * whatever the row contains, also where nothing was sent; null before it is known.
 */
export const variantOfRecipient = sql<number | null>`case when p.id is not null and r.chunk % 2 = 1 then p.winner else r.variant end`

/** Of erased recipients for which no variant had won. */
export const noVariant = -1

/** For sends with a test on a part: the variant of the rest, null before it is known, and when it is due. */
export type Splits = ReadonlyMap<string, { winner: number | null; winnerDueAt: Date | null }>

export async function findSplits(tx: OrgTx, sendIds: readonly string[]): Promise<Splits> {
  const { rows } = await sql<{ id: string; winner: number | null; winner_due_at: Date | null }>`${splitSends(sendIds)}`.execute(tx)
  return new Map(rows.map(({ id, winner, winner_due_at }) => [id, { winner, winnerDueAt: winner_due_at }]))
}

/** Recipients by contact id; one more than the limit, where there is one. */
export async function pageRecipients(
  tx: OrgTx,
  { sendId, status, reason, variant, q, named, after, limit }: RecipientFilter,
): Promise<RecipientRow[]> {
  const moment = momentFor(status)
  return tx
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('send_id', '=', sendId)
    .$if(moment !== null, (query) => query.where(moment ?? 'sent_at', 'is not', null))
    .$if(status !== undefined && moment === null, (query) => query.where('status', '=', status ?? ''))
    .$if(reason === waitsForWinner, (query) =>
      query.where(
        sql<SqlBool>`chunk % 2 = 1 and status = 'queued' and exists (select from (${splitSends([sendId])}) p where p.winner is null)`,
      ),
    )
    .$if(reason !== undefined && reason !== '' && reason !== waitsForWinner, (query) => query.where('reason', '=', reason ?? ''))
    .$if(variant !== undefined, (query) =>
      query.where(sql<SqlBool>`case when chunk % 2 = 1 and exists (${splitSends([sendId])})
        then (select p.winner from (${splitSends([sendId])}) p) else variant end = ${variant ?? 0}`),
    )
    .$if(q !== undefined && q !== '', (query) =>
      query.where(sql<SqlBool>`(address ilike ${likePattern(q ?? '')} or contact_id = any(${[...named]}::uuid[]))`),
    )
    .$if(after !== null, (query) => query.where('contact_id', '>', after ?? ''))
    .orderBy('contact_id')
    .limit(limit + 1)
    .execute()
}

/** Rows of one contact in the sends of a campaign. */
export async function recipientRows(tx: OrgTx, sendIds: readonly string[], contactId: string): Promise<RecipientRow[]> {
  if (sendIds.length === 0) return []
  return tx.selectFrom('campaign_recipients').selectAll().where('send_id', 'in', sendIds).where('contact_id', '=', contactId).execute()
}

export async function recipientEvents(tx: OrgTx, sendIds: readonly string[], contactId: string) {
  if (sendIds.length === 0) return []
  const { rows } = await sql<{ send_id: string; at: Date; type: string; machine: boolean; detail: string; url: string | null }>`
    select e.send_id, e.at, e.type, e.machine, e.detail, l.url
    from app.campaign_events e
    join app.campaign_sends s on s.org_id = e.org_id and s.id = e.send_id
    left join app.campaign_links l on l.org_id = s.org_id and l.campaign_id = s.campaign_id and l.version = s.version and l.no = e.link
    where e.contact_id = ${contactId} and e.send_id = any(${[...sendIds]}::uuid[])
    order by e.at, e.id limit 500`.execute(tx)
  return rows
}

/** The most recently sent recipients. */
export async function lastSent(tx: OrgTx, sendId: string, limit: number): Promise<RecipientRow[]> {
  return tx
    .selectFrom('campaign_recipients')
    .selectAll()
    .where('send_id', '=', sendId)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .execute()
}
