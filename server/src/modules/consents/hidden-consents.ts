import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { sql } from 'kysely'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { lowestId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource, ConsentStatus } from './record-consent.ts'

export interface Reopened {
  contactIds: readonly string[]
  channel: Channel
  /** Since when the address was suppressed. */
  since: Date
}

interface About {
  contactId: string
  purpose: string
}

export type Standing = 'granted' | 'pending' | null

export interface HiddenConsent extends About {
  /** Status when the address was suppressed, ended since by STOP only. */
  before: Standing
}

interface Entry extends About {
  status: ConsentStatus
  source: ConsentSource
  at: Date
  importId: string | null
  /** The keyword STOP wrote it, also before a merge. */
  isStop: boolean
  /** For a STOP: the status that it ended. */
  before: string | null
  /** For a STOP: of one contact, not of two merged ones. */
  isOfOne: boolean
  isBehind: boolean
}

/** Ids hold their creation time in milliseconds; an entry in the millisecond of `moment` does not count as later. */
const firstIdAfter = (moment: Date): string => lowestId(moment.getTime() + 1)

/** As in `recordConsent` and `dropOptIn`: a dated entry never overrides a later one, nor an imported opt-in an opt-out. */
const counts = (entry: Entry, now: Entry | undefined): boolean =>
  !now ||
  (entry.status === 'withdrawn' && entry.importId !== null && entry.importId === now.importId) ||
  (entry.at >= now.at && !(entry.source === 'import' && entry.status !== 'withdrawn' && now.status === 'withdrawn'))

/**
 * Consent at the time of the suppression, in the order in which the ledger was written, without later grants.
 * A merge moves entries with their ids, so they count from when they were written.
 */
export async function standingBefore(tx: OrgTx, { contactIds, channel, since }: Reopened): Promise<(about: About) => Standing> {
  const { rows } = await sql<Entry>`
    select contact_id as "contactId", purpose, status, source, at, proof ->> 'importId' as "importId", proof ->> 'before' as before,
      (source = 'keyword' or (source = 'merge' and proof ->> 'source' is not distinct from 'keyword')) and status = 'withdrawn' as "isStop",
      source = 'keyword' and status = 'withdrawn' and proof ? 'before' as "isOfOne",
      id >= ${firstIdAfter(since)}::uuid as "isBehind"
    from consent_entries where org_id = ${tx.orgId} and contact_id = any(${[...contactIds]}::uuid[]) and channel = ${channel}
    order by id`.execute(tx)
  const key = ({ contactId, purpose }: About) => `${contactId} ${purpose}`
  const stood = new Map<string, Entry>()
  for (const entry of rows) {
    // After the suppression only an opt-out counts, and STOP is what gets undone.
    if (entry.isBehind && (entry.isStop || entry.status !== 'withdrawn')) continue
    const now = stood.get(key(entry))
    if (!counts(entry, now)) continue
    // For merged contacts each STOP ended the consent of one: the result is what both had.
    stood.set(key(entry), now && entry.isOfOne ? { ...entry, before: withoutStop(now) } : entry)
  }
  return (about) => {
    const status = withoutStop(stood.get(key(about)))
    return status === 'granted' || status === 'pending' ? status : null
  }
}

const withoutStop = (entry: Entry | undefined): string | null => (entry?.isStop ? entry.before : entry?.status) ?? null

/** Consent recorded after a suppression, without effect while it lasted. The time of writing counts, not the entry's date. */
export async function hiddenConsents(tx: OrgTx, { contactIds, channel, since }: Reopened): Promise<HiddenConsent[]> {
  const { rows } = await sql<About>`
    select c.contact_id as "contactId", c.purpose from consents c
    where c.org_id = ${tx.orgId} and c.contact_id = any(${[...contactIds]}::uuid[]) and c.channel = ${channel} and c.status = 'granted'
      and exists (select from consent_entries e where e.org_id = c.org_id and e.contact_id = c.contact_id and e.channel = c.channel
        and e.purpose = c.purpose and e.at = c.at and e.status = 'granted' and e.id >= ${firstIdAfter(since)}::uuid)
    order by c.contact_id, c.purpose`.execute(tx)
  if (rows.length === 0) return []
  const stood = await standingBefore(tx, { contactIds, channel, since })
  return rows.map((each) => ({ ...each, before: stood(each) }))
}

/**
 * The contact's own action lifts a suppression. Consent that others recorded after it is withdrawn,
 * so that it does not take effect by an action that was not about it.
 */
export async function endHidden(
  platform: Pick<Platform, 'events'>,
  tx: OrgTx,
  hidden: readonly About[],
  { channel, source }: { channel: Channel; source: ConsentSource },
): Promise<void> {
  const about = hidden.map(({ contactId, purpose }) => ({ contactId, purpose, channel }))
  await recordConsent(
    tx,
    about.map((each) => ({ ...each, status: 'withdrawn', source, proof: { text: suppressedNote } })),
  )
  await platform.events.emitAll(
    tx,
    consentEvents.unsubscribed,
    about.map((each) => ({ ...each, sendId: null })),
  )
}

const suppressedNote = 'Recorded while the address was suppressed, and not what the person takes up again.'
