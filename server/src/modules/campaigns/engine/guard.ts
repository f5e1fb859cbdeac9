import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SendFacts } from './parts.ts'
import { forgetJobs } from './queue-chunks.ts'
import { moveGuard, moveSends, readFacts } from './send-store.ts'

/** A share of fewer messages than this says nothing about bounces. */
const fewestForBounces = 50

interface Sums {
  sent: number
  bounced: number
  complained: number
}

/** What is wrong with a send that must stop by itself, in words; null where nothing is. Counts since the last resume. */
export function judgeSums({ sent, bounced, complained }: Sums, guard: { complaintPercent: number; bouncePercent: number }): string | null {
  const percent = (part: number) => (sent > 0 ? (100 * part) / sent : 0)
  const shown = (part: number) =>
    `${part} of ${sent} (${percent(part)
      .toFixed(2)
      .replace(/\.?0+$/, '')} %)`
  if (complained > 0 && percent(complained) >= guard.complaintPercent)
    return `${shown(complained)} complained; the limit is ${guard.complaintPercent} %.`
  if (sent >= fewestForBounces && percent(bounced) >= guard.bouncePercent)
    return `${shown(bounced)} bounced; the limit is ${guard.bouncePercent} %.`
  return null
}

async function judgeSend(tx: OrgTx, { sendId, definition }: SendFacts): Promise<string | null> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(k.sent), 0)::int - coalesce((s.guard_from ->> 'sent')::int, 0) as sent,
      coalesce(sum(k.bounced), 0)::int - coalesce((s.guard_from ->> 'bounced')::int, 0) as bounced,
      coalesce(sum(k.complained), 0)::int - coalesce((s.guard_from ->> 'complained')::int, 0) as complained
    from app.campaign_sends s join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
    where s.id = ${sendId} group by s.guard_from`.execute(tx)
  return rows[0] ? judgeSums(rows[0], definition.guard) : null
}

const pausedWords = (words: string): string => `Paused automatically: ${words}`

/** Pauses the campaign where complaints or bounces have reached its bounds. Answers whether it did. */
export async function checkGuard(platform: Pick<Platform, 'events'>, tx: OrgTx, facts: SendFacts): Promise<boolean> {
  const words = await judgeSend(tx, facts)
  return words !== null && pauseBySystem(platform, tx, facts.sendId, pausedWords(words))
}

/**
 * A send that has ended, and about which complaints or bounces came in later: what its campaign has still to send is held, or, where nothing
 * is, its maker is told. Once; only what comes after it counts again. Answers whether it was so.
 */
export async function checkEndedGuard(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  const words = facts?.status === 'completed' ? await judgeSend(tx, facts) : null
  if (!facts || words === null) return false
  await moveGuard(tx, sendId)
  const { campaignId, name } = facts
  const about = { campaignId, sendId, name }
  const { rows } = await sql<{ id: string }>`
    update app.campaigns set paused_from = status, status = 'paused', pause_reason = ${pausedWords(words)}, updated_at = now()
    where id = ${campaignId} and status in ('running', 'scheduled') returning id`.execute(tx)
  if (rows.length === 0) await platform.events.emit(tx, 'campaign.alarmed', { ...about, reason: words })
  else {
    for (const { id } of await moveSends(tx, campaignId, 'pause')) await forgetJobs(tx, id)
    await tellPaused(platform, tx, about, pausedWords(words))
  }
  return true
}

/** Stops the campaign of a send with a reason that people read; false where it does not run. */
export async function pauseBySystem(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string, reason: string): Promise<boolean> {
  if (!(await readFacts(tx, sendId, { lock: true }))) return false
  const { rows } = await sql<{ id: string }>`
    update app.campaign_sends set paused_from = status, status = 'paused'
    where id = ${sendId} and status in ('building', 'drafting', 'review', 'sending', 'testing') returning id`.execute(tx)
  const facts = rows.length > 0 ? await readFacts(tx, sendId) : null
  if (!facts) return false
  await forgetJobs(tx, sendId)
  const { campaignId, name } = facts
  await sql`
    update app.campaigns set paused_from = status, status = 'paused', pause_reason = ${reason}, updated_at = now()
    where id = ${campaignId} and status in ('running', 'scheduled')`.execute(tx)
  await tellPaused(platform, tx, { campaignId, sendId, name }, reason)
  return true
}

async function tellPaused(
  platform: Pick<Platform, 'events'>,
  tx: OrgTx,
  about: { campaignId: string; sendId: string; name: string },
  reason: string,
): Promise<void> {
  const { campaignId, name } = about
  await platform.events.emit(tx, 'campaign.paused', { ...about, reason })
  await signal(tx, { kind: 'campaign', orgId: tx.orgId, campaignId })
  await recordAudit(tx, tx.orgId, {
    actor: { kind: 'system', id: null, name: 'Imperium' },
    action: 'campaigns.pause',
    target: { kind: 'campaign', id: campaignId, name },
    after: { reason },
  })
}
