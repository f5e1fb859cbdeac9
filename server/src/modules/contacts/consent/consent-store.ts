import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Channel } from '@imperium/contract/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { ConsentSource, ConsentStatus } from './record-consent.ts'

export interface StandingConsent {
  channel: Channel
  purpose: string
  status: ConsentStatus
  source: ConsentSource
  at: Date
}

export async function findConsents(tx: OrgTx, contactId: string): Promise<StandingConsent[]> {
  const rows = await tx
    .selectFrom('consents')
    .select(['channel', 'purpose', 'status', 'source', 'at'])
    .where('contact_id', '=', contactId)
    .orderBy('channel')
    .orderBy('purpose')
    .execute()
  return rows.map((row) => ({
    channel: row.channel as Channel,
    purpose: row.purpose,
    status: row.status as ConsentStatus,
    source: row.source as ConsentSource,
    at: row.at,
  }))
}

export interface HeldContact {
  id: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
}

const selectHeld = (tx: OrgTx) =>
  tx.selectFrom('contacts').select(['id', 'email', 'phone', 'first_name as firstName', 'last_name as lastName', 'locale'])

export const findHeldContact = (tx: OrgTx, id: string): Promise<HeldContact | undefined> =>
  selectHeld(tx).where('id', '=', id).executeTakeFirst()

/** Holds the contact, so that of two words of one person at once the second sees what the first did. */
export const lockContact = (tx: OrgTx, id: string): Promise<HeldContact | undefined> =>
  selectHeld(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Everybody with this number, held: families share one. */
export const lockContactsWithPhone = (tx: OrgTx, phone: string): Promise<HeldContact[]> =>
  selectHeld(tx).where('phone', '=', phone).orderBy('id').limit(1_000).forNoKeyUpdate().execute()

/** Which of the withdrawn consents the keyword STOP ended, and what stood before: `granted` or `pending`. */
export async function stoppedConsents(tx: OrgTx, contactIds: readonly string[], channel: Channel) {
  const rows = await tx
    .selectFrom('consents as c')
    .innerJoin('consent_entries as e', (join) =>
      join
        .onRef('e.org_id', '=', 'c.org_id')
        .onRef('e.contact_id', '=', 'c.contact_id')
        .onRef('e.channel', '=', 'c.channel')
        .onRef('e.purpose', '=', 'c.purpose')
        .onRef('e.at', '=', 'c.at'),
    )
    .select(['c.contact_id as contactId', 'c.purpose', 'e.proof'])
    .where((eb) => eb('c.contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('c.channel', '=', channel)
    .where('c.status', '=', 'withdrawn')
    .where('c.source', '=', 'keyword')
    .where('e.source', '=', 'keyword')
    .execute()
  return rows.map(({ contactId, purpose, proof }) => ({ contactId, purpose, before: (proof as { before?: unknown }).before }))
}

/** What these contacts have said to SMS. */
export const smsConsentsOf = async (
  tx: OrgTx,
  contactIds: readonly string[],
): Promise<{ contactId: string; purpose: string; status: ConsentStatus; at: Date }[]> => {
  const rows = await tx
    .selectFrom('consents')
    .select(['contact_id as contactId', 'purpose', 'status', 'at'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('channel', '=', 'sms')
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as ConsentStatus }))
}

/** Whether a text message has asked one of these contacts to answer YES since then. */
export async function wereAskedBySms(tx: OrgTx, contactIds: readonly string[], since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('contact_events')
    .select('id')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('kind', '=', 'consent')
    .where('type', '=', 'consent.asked')
    .where('at', '>=', since)
    .where(sql<SqlBool>`data ->> 'channel' = 'sms'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What of these contacts waits for a yes on the channel since `since`. */
export const waitingConsents = (
  tx: OrgTx,
  contactIds: readonly string[],
  channel: Channel,
  since: Date,
): Promise<{ contactId: string; purpose: string }[]> =>
  tx
    .selectFrom('consents')
    .select(['contact_id as contactId', 'purpose'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('channel', '=', channel)
    .where('status', '=', 'pending')
    .where('at', '>=', since)
    .execute()
