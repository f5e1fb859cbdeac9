import { sql } from 'kysely'
import type { Channel, SkipReason } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { parseEmailAddress } from '../../../platform/mail/address.ts'
import { mergedInto } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { knownZone, nextMoment } from './quiet-hours.ts'
import type { SendMoment, SendWindow } from './quiet-hours.ts'
import { readReachSettings } from './settings-store.ts'
import type { ReachSettings } from './settings-store.ts'

export type ReachContact = Pick<MessageContact, 'id' | 'email' | 'phone' | 'emailHash' | 'phoneHash' | 'timeZone' | 'emailState'>

export type Reach =
  | { verdict: 'ok' }
  | { verdict: 'skip'; reason: SkipReason }
  | { verdict: 'later'; until: Date; reason: 'quiet_hours' | 'window' }

export interface ReachQuestion {
  channel: Channel
  purpose: string
  /** At most 1,000 at a time. */
  contacts: readonly ReachContact[]
  at: Date
  /** Of contacts without one of their own, or with one that does not exist. */
  orgTimeZone: string
  /** What counts for the cap (`sentSince`), all channels; asked only where there is one. Missing: none. */
  sentSince?: ((ids: readonly string[], since: Date) => Promise<ReadonlyMap<string, number>>) | undefined
  /** What is found of the cap holds until the transaction ends: who asks marks the message as on its way in the same one. */
  holds?: boolean
  /** The window of the campaign, in the recipient's time zone. */
  window?: SendWindow | null | undefined
}

const dayMs = 86_400_000

/**
 * Who of the contacts may get a message now, in at most six statements however many they are. The reasons come in the order of
 * `skipReasons`: address, suppression, bounced, consent, cap; then the hour. Never later than a moment that `nextMoment` finds.
 */
export async function checkReach(tx: OrgTx, question: ReachQuestion): Promise<Map<string, Reach>> {
  const { contacts, channel, purpose } = question
  if (contacts.length === 0) return new Map()
  const hashes = contacts.flatMap((each) => hashOf(channel, each) ?? [])
  const [settings, own, common, agreed] = await Promise.all([
    readReachSettings(tx),
    suppressedIn(tx, 'suppressions', channel, hashes),
    suppressedIn(tx, 'platform_suppressions', channel, hashes),
    grantedTo(
      tx,
      { channel, purpose },
      contacts.map((each) => each.id),
    ),
  ])
  const facts = { settings, own, common, agreed, sent: await countSent(tx, question, settings) }
  const momentIn = makeClock(question, settings)
  return new Map(contacts.map((each) => [each.id, judge(question, facts, each) ?? toReach(momentIn(each.timeZone))]))
}

const hashOf = (channel: Channel, { emailHash, phoneHash }: ReachContact): Buffer | null => {
  if (channel === 'webhook') return null
  return channel === 'email' ? emailHash : phoneHash
}

async function suppressedIn(
  tx: OrgTx,
  table: 'suppressions' | 'platform_suppressions',
  channel: Channel,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await tx
    .selectFrom(table)
    .select('address_hash')
    .where('channel', '=', channel)
    .where((eb) => eb('address_hash', '=', eb.fn.any(eb.val([...hashes]))))
    .execute()
  return new Set(rows.map((row) => row.address_hash.toString('hex')))
}

async function grantedTo(tx: OrgTx, what: { channel: Channel; purpose: string }, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('consents')
    .select('contact_id')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('channel', '=', what.channel)
    .where('purpose', '=', what.purpose)
    .where('status', '=', 'granted')
    .execute()
  return new Set(rows.map((row) => row.contact_id))
}

/** Messages to contacts that were merged into this one count too. */
async function countSent(
  tx: OrgTx,
  { contacts, at, sentSince, holds = false }: Pick<ReachQuestion, 'at' | 'sentSince' | 'holds'> & { contacts: readonly { id: string }[] },
  settings: ReachSettings,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  if (settings.capMessages === null || !sentSince) return sums
  const ids = contacts.map((each) => each.id)
  if (holds) await lockCaps(tx, ids)
  const nameNow = await mergedInto(tx, ids)
  const sent = await sentSince([...ids, ...nameNow.keys()], new Date(at.getTime() - settings.capDays * dayMs))
  for (const [id, count] of sent) {
    const now = nameNow.get(id) ?? id
    sums.set(now, (sums.get(now) ?? 0) + count)
  }
  return sums
}

/**
 * Two campaigns, or a campaign and a workflow, that write to a contact at the same moment wait for each other. All lock in the same order. The
 * count comes in a statement after it: one sees what was committed before it began.
 */
async function lockCaps(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(id::text, 7201) as key from unnest(${[...ids]}::uuid[]) as id order by key offset 0
    ) keys`.execute(tx)
}

/** Who of the contacts has had as many messages as the organization allows. Holds until the transaction ends. */
export async function heldByCap(
  tx: OrgTx,
  question: { contactIds: readonly string[]; at: Date; sentSince: NonNullable<ReachQuestion['sentSince']> },
): Promise<Set<string>> {
  const settings = await readReachSettings(tx)
  const { contactIds, at, sentSince } = question
  const sent = await countSent(tx, { contacts: contactIds.map((id) => ({ id })), at, sentSince, holds: true }, settings)
  return new Set(contactIds.filter((id) => isAtCap(settings, sent, id)))
}

const isAtCap = ({ capMessages }: ReachSettings, sent: ReadonlyMap<string, number>, id: string): boolean =>
  capMessages !== null && (sent.get(id) ?? 0) >= capMessages

interface Facts {
  settings: ReachSettings
  own: ReadonlySet<string>
  common: ReadonlySet<string>
  agreed: ReadonlySet<string>
  sent: ReadonlyMap<string, number>
}

function judge({ channel }: ReachQuestion, { settings, own, common, agreed, sent }: Facts, contact: ReachContact): Reach | null {
  const skip = (reason: SkipReason): Reach => ({ verdict: 'skip', reason })
  const address = channel === 'email' ? contact.email : contact.phone
  const hash = hashOf(channel, contact)?.toString('hex')
  if (channel !== 'webhook' && (!address || !hash)) return skip('no_address')
  if (channel === 'email' && address && parseEmailAddress(address) === null) return skip('invalid_address')
  if (hash !== undefined && own.has(hash)) return skip('suppressed')
  if (hash !== undefined && common.has(hash)) return skip('platform_suppressed')
  if (channel === 'email' && contact.emailState === 'bounced') return skip('bounced')
  if (!agreed.has(contact.id)) return skip('no_consent')
  if (isAtCap(settings, sent, contact.id)) return skip('cap')
  return null
}

/** What the clock says in a zone, looked up once for each: all contacts of one question are asked of the same moment. */
function makeClock({ channel, at, orgTimeZone, window = null }: ReachQuestion, settings: ReachSettings) {
  const { quietFrom, quietUntil, quietChannels } = settings
  const quiet = quietFrom && quietUntil && quietChannels.includes(channel) ? { from: quietFrom, until: quietUntil } : null
  const known = new Map<string, SendMoment>()
  return (timeZone: string | null): SendMoment => {
    if (!quiet && !window) return { kind: 'now' }
    const zone = knownZone(timeZone, orgTimeZone)
    const moment = known.get(zone) ?? nextMoment(at, zone, { quiet, window })
    known.set(zone, moment)
    return moment
  }
}

function toReach(moment: SendMoment): Reach {
  if (moment.kind === 'now') return { verdict: 'ok' }
  if (moment.kind === 'never') return { verdict: 'skip', reason: 'window_missed' }
  return { verdict: 'later', until: moment.until, reason: moment.reason }
}
