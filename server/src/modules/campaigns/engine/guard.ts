import { sql } from 'kysely'
import { campaignEvents } from '@imperium/contract/events/campaigns.ts'
import { asValue, englishOf, message, storedKey } from '@imperium/contract/kit/message.ts'
import type { Message, Text } from '@imperium/contract/kit/message.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommonFault } from './faults.ts'
import type { SendFacts } from './parts.ts'
import { requeueFailed } from './retries/retry-failed.ts'
import { moveGuard, moveSends, readFacts } from './send-store.ts'
import { clearJobs } from './queue-chunks.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** With fewer messages a share of bounces or failures means nothing. */
const fewestForShares = 50

interface Sums {
  sent: number
  bounced: number
  complained: number
  failed: number
  /** Of those that failed, the ones that had been sent before. */
  undelivered: number
}

const guardSentences = {
  complained: (part: number, whole: number, percent: number, limit: number) =>
    message('{part} of {whole} ({percent} %) complained; the limit is {limit} %.', { part, whole, percent, limit }),
  bounced: (part: number, whole: number, percent: number, limit: number) =>
    message('{part} of {whole} ({percent} %) bounced; the limit is {limit} %.', { part, whole, percent, limit }),
  failed: (part: number, whole: number, percent: number, limit: number) =>
    message('{part} of {whole} ({percent} %) failed; the limit is {limit} %.', { part, whole, percent, limit }),
}

/** Why a send must stop automatically, in words; null if it need not. Counts since the last resume. */
export function judgeSums(
  { sent, bounced, complained, failed, undelivered }: Sums,
  guard: { complaintPercent: number; bouncePercent: number },
): Message | null {
  const percent = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)
  const say = (sentence: keyof typeof guardSentences, part: number, whole: number, limit: number) =>
    guardSentences[sentence](part, whole, Number(percent(part, whole).toFixed(2)), limit)
  const tried = sent + failed - undelivered
  const { complaintPercent, bouncePercent } = guard
  if (complained > 0 && percent(complained, sent) >= complaintPercent) return say('complained', complained, sent, complaintPercent)
  if (sent >= fewestForShares && percent(bounced, sent) >= bouncePercent) return say('bounced', bounced, sent, bouncePercent)
  if (tried >= fewestForShares && percent(failed, tried) >= bouncePercent) return say('failed', failed, tried, bouncePercent)
  return null
}

async function judgeSend(tx: OrgTx, { sendId, definition }: SendFacts): Promise<Message | null> {
  const { rows } = await sql<Sums>`
    select coalesce(sum(k.sent), 0)::int - coalesce((s.guard_from ->> 'sent')::int, 0) as sent,
      coalesce(sum(k.bounced), 0)::int - coalesce((s.guard_from ->> 'bounced')::int, 0) as bounced,
      coalesce(sum(k.complained), 0)::int - coalesce((s.guard_from ->> 'complained')::int, 0) as complained,
      coalesce(sum(k.failed), 0)::int - coalesce((s.guard_from ->> 'failed')::int, 0) as failed,
      coalesce(sum(k.undelivered), 0)::int - coalesce((s.guard_from ->> 'undelivered')::int, 0) as undelivered
    from app.campaign_sends s join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
    where s.id = ${sendId} group by s.guard_from`.execute(tx)
  return rows[0] ? judgeSums(rows[0], definition.guard) : null
}

export const pausedText = (reason: Text): Text => message('Paused automatically: {reason}', { reason: asValue(reason) })

/** The same for a problem that may be the message of a form, which has no full stop of its own. */
export const pausedForProblem = (problem: Text): Text =>
  englishOf(problem).endsWith('.') ? pausedText(problem) : message('Paused automatically: {reason}.', { reason: asValue(problem) })

/** Pauses the campaign when complaints or bounces reach its limits. Returns whether it did. */
export async function checkGuard(platform: Pick<Platform, 'events'>, tx: OrgTx, facts: SendFacts): Promise<boolean> {
  const texts = await judgeSend(tx, facts)
  return texts !== null && pauseBySystem(platform, tx, facts.sendId, pausedText(texts))
}

/**
 * For complaints or bounces after a send has ended: pauses the campaign's open sends or, if it has none, notifies its creator.
 * Does so once; only later ones count again. Returns whether the limit was reached.
 */
export async function checkEndedGuard(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  const texts = facts?.status === 'completed' ? await judgeSend(tx, facts) : null
  if (!facts || texts === null) return false
  await moveGuard(tx, sendId)
  const { campaignId, name } = facts
  const about = { campaignId, sendId, name }
  if (!(await pauseByGuard(platform, tx, about, pausedText(texts))))
    await platform.events.emit(tx, campaignEvents.alarmed, { ...about, reason: englishOf(texts) })
  return true
}

/** Pauses the campaign of a send with a reason shown to members; false if it is not running. */
export async function pauseBySystem(platform: Pick<Platform, 'events'>, tx: OrgTx, sendId: string, reason: Text): Promise<boolean> {
  const facts = await readFacts(tx, sendId, { lock: true })
  return facts !== null && pauseByGuard(platform, tx, { campaignId: facts.campaignId, sendId, name: facts.name }, reason)
}

/** The same for a fault of the account or sender: recipients failed before it was known wait again. */
export async function pauseForFault(
  platform: Pick<Platform, 'events'>,
  tx: OrgTx,
  sendId: string,
  { words: texts, refused }: CommonFault,
): Promise<boolean> {
  const isPaused = await pauseBySystem(platform, tx, sendId, pausedText(texts))
  if (refused.length > 0) await requeueFailed(tx, { sendId, contactIds: refused, reasons: ['rejected'] })
  return isPaused
}

/** Pauses the campaign and all its open sends with one event and audit entry; false if already paused. The caller locks the campaign. */
export async function pauseByGuard(platform: Pick<Platform, 'events'>, tx: OrgTx, about: PausedAbout, reason: Text): Promise<boolean> {
  const { campaignId } = about
  const moved = await moveSends(tx, campaignId, 'pause')
  const { rows } = await sql<{ id: string }>`
    update app.campaigns set paused_from = status, status = 'paused', pause_reason = ${englishOf(reason)},
      pause_reason_key = ${storedKey(reason)}::jsonb, updated_at = now()
    where id = ${campaignId} and status in ('running', 'scheduled') returning id`.execute(tx)
  if (moved.length + rows.length === 0) return false
  for (const { id } of moved) await clearJobs(tx, id)
  await recordPause(platform, tx, about, reason)
  return true
}

/** `sendId`: the affected occurrence; null if it has not begun. */
interface PausedAbout {
  campaignId: string
  sendId: string | null
  name: string
}

async function recordPause(platform: Pick<Platform, 'events'>, tx: OrgTx, about: PausedAbout, reason: Text): Promise<void> {
  const { campaignId, name } = about
  await platform.events.emit(tx, campaignEvents.paused, { ...about, reason: englishOf(reason) })
  await signal(tx, campaignChanged({ orgId: tx.orgId, campaignId }))
  await recordAudit(tx, tx.orgId, {
    actor: { kind: 'system', id: null, name: 'Imperium' },
    action: 'campaigns.pause',
    target: { kind: 'campaign', id: campaignId, name },
    after: { reason: englishOf(reason) },
  })
}
