import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { numberVariants } from '../contacts/index.ts'
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

export interface LockedContact {
  id: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
}

const selectLocked = (tx: OrgTx) =>
  tx.selectFrom('contacts').select(['id', 'email', 'phone', 'first_name as firstName', 'last_name as lastName', 'locale'])

export const findLockedContact = (tx: OrgTx, id: string): Promise<LockedContact | undefined> =>
  selectLocked(tx).where('id', '=', id).executeTakeFirst()

/** Locks the contact, so that the second of two concurrent consent changes sees the first. */
export const lockContact = (tx: OrgTx, id: string): Promise<LockedContact | undefined> =>
  selectLocked(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Locks all contacts with this number; several contacts may share one. */
export const lockContactsWithPhone = (tx: OrgTx, phone: string): Promise<LockedContact[]> =>
  selectLocked(tx).where('phone', 'in', numberVariants(phone)).orderBy('id').limit(1_000).forNoKeyUpdate().execute()

export interface StoppedConsent {
  contactId: string
  channel: Channel
  purpose: string
  /** Status before STOP; null for none. */
  before: 'granted' | 'pending' | null
}

/** Which of the withdrawn consents the keyword STOP ended, also before a merge. */
export async function stoppedConsents(tx: OrgTx, contactIds: readonly string[]): Promise<StoppedConsent[]> {
  const rows = await tx
    .selectFrom('consents as c')
    .innerJoin('consent_entries as e', (join) =>
      join
        .onRef('e.org_id', '=', 'c.org_id')
        .onRef('e.contact_id', '=', 'c.contact_id')
        .onRef('e.channel', '=', 'c.channel')
        .onRef('e.purpose', '=', 'c.purpose')
        .onRef('e.source', '=', 'c.source')
        .onRef('e.at', '=', 'c.at'),
    )
    .select(['c.contact_id as contactId', 'c.channel', 'c.purpose', 'e.source', 'e.proof'])
    .where((eb) => eb('c.contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('c.status', '=', 'withdrawn')
    .where('c.source', 'in', ['keyword', 'merge'])
    .execute()
  return rows.flatMap(({ contactId, channel, purpose, source, proof }) => {
    const { source: origin, before } = proof as { source?: unknown; before?: unknown }
    if (source !== 'keyword' && origin !== 'keyword') return []
    return [{ contactId, channel: channel as Channel, purpose, before: before === 'granted' || before === 'pending' ? before : null }]
  })
}

/** Consent of these contacts on a channel. */
export const consentsOn = async (
  tx: OrgTx,
  contactIds: readonly string[],
  channel: Channel,
): Promise<{ contactId: string; purpose: string; status: ConsentStatus; at: Date }[]> => {
  const rows = await tx
    .selectFrom('consents')
    .select(['contact_id as contactId', 'purpose', 'status', 'at'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('channel', '=', channel)
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as ConsentStatus }))
}

/** Granted consent of these contacts on a channel, without that of one import. */
export async function grantedConsents(
  tx: OrgTx,
  contactIds: readonly string[],
  channel: Channel,
  exceptImport: string | null,
): Promise<{ contactId: string; purpose: string }[]> {
  const { rows } = await sql<{ contactId: string; purpose: string }>`
    select c.contact_id as "contactId", c.purpose from consents c
    where c.org_id = ${tx.orgId} and c.contact_id = any(${[...contactIds]}::uuid[]) and c.channel = ${channel} and c.status = 'granted'
      and not ${isOfImport(exceptImport)}`.execute(tx)
  return rows
}

/** Whether a consent (`c`) was recorded by this import. */
export const isOfImport = (importId: string | null) => sql<SqlBool>`
  exists (select from consent_entries e where e.org_id = c.org_id and e.contact_id = c.contact_id and e.channel = c.channel
    and e.purpose = c.purpose and e.at = c.at and e.source = 'import' and c.source = 'import' and e.proof ->> 'importId' = ${importId}::text)`

/** A number, as its suppression hash, that was asked to answer YES. */
export interface RequestedNumber {
  hash: Buffer
  since: Date
}

/** Notes the hash of the number that was asked about these purposes: only a YES from it counts. */
export async function markRequested(tx: OrgTx, contactId: string, purposes: readonly string[], hash: Buffer): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ asked_hash: hash, asked_at: sql`clock_timestamp()` })
    .where('contact_id', '=', contactId)
    .where('channel', '=', 'sms')
    .where((eb) => eb('purpose', '=', eb.fn.any(eb.val([...purposes]))))
    .execute()
}

const selectRequested = (tx: OrgTx, { hash, since }: RequestedNumber) =>
  tx
    .selectFrom('consents')
    .select(['contact_id as contactId', 'purpose'])
    .where('channel', '=', 'sms')
    .where('asked_hash', '=', hash)
    .where('asked_at', '>=', since)

/** Whether a text message asked this number for a YES since then, for any contact. */
export const wasNumberRequested = async (tx: OrgTx, request: RequestedNumber): Promise<boolean> =>
  (await selectRequested(tx, request).limit(1).executeTakeFirst()) !== undefined

/** Whether this contact was asked about the purpose at this number. */
export const wasContactRequested = async (tx: OrgTx, contactId: string, purpose: string, request: RequestedNumber): Promise<boolean> =>
  (await selectRequested(tx, request).where('contact_id', '=', contactId).where('purpose', '=', purpose).executeTakeFirst()) !== undefined

/** What of these contacts waits for the YES of the number. */
export const waitingConsents = (
  tx: OrgTx,
  contactIds: readonly string[],
  request: RequestedNumber,
): Promise<{ contactId: string; purpose: string }[]> =>
  selectRequested(tx, request)
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('status', '=', 'pending')
    .execute()

interface RequestedMerge {
  from: string
  into: string
  /** Which contact's number is kept. */
  stays: { gone: boolean; kept: boolean }
}

/** Keeps the asked number through a merge of two contacts; if both were asked, that of the kept number. */
export async function mergeKeepingRequested(tx: OrgTx, { from, into, stays }: RequestedMerge, merge: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ purpose: string; hash: string; at: string }>`
    select purpose, encode(asked_hash, 'hex') as hash, asked_at::text as at from consents
    where contact_id = ${from} and channel = 'sms' and asked_hash is not null`.execute(tx)
  await merge()
  if (rows.length === 0) return
  await sql`
    update consents c set asked_hash = decode(x.hash, 'hex'), asked_at = x.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(purpose text, hash text, at timestamptz)
    where c.contact_id = ${into} and c.channel = 'sms' and c.purpose = x.purpose
      and (c.asked_at is null or (${stays.gone}::boolean and (not ${stays.kept}::boolean or c.asked_at < x.at)))`.execute(tx)
}

/** Deletes the ledger and current consent of contacts. Suppressions stay: they are hashes and must outlive the contact. */
export async function deleteConsents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('consent_entries')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  await tx
    .deleteFrom('consents')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
