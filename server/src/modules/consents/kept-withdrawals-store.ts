import { sql } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Addresses } from '../contacts/index.ts'
import { isOfImport } from './consent-store.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource } from './record-consent.ts'

type Hash = Pick<Platform, 'hashAddress'>

/** A contact's addresses, in the form they are sent to. */
export interface Held extends Addresses {
  id: string
}

/** The addresses that `before` has and `after` has not. */
export const addressesLeft = (before: Addresses, after: Addresses): Addresses => ({
  email: before.email === after.email ? null : before.email,
  phone: before.phone === after.phone ? null : before.phone,
})

const rowsOf = ({ hashAddress }: Hash, people: readonly Held[]): string =>
  JSON.stringify(
    people.flatMap(({ id, email, phone }) =>
      [
        { channel: 'email', address: email },
        { channel: 'sms', address: phone },
        { channel: 'whatsapp', address: phone },
      ].flatMap(({ channel, address }) => (address ? [{ id, channel, hash: hashAddress(address).toString('hex') }] : [])),
    ),
  )

/**
 * Remembers opt-outs by address before contacts lose addresses or are deleted without their request; else the next list would make them
 * reachable. `exceptImport`: what that import recorded is removed with it.
 */
export async function keepWithdrawals(
  platform: Hash,
  tx: OrgTx,
  people: readonly Held[],
  { exceptImport }: { exceptImport?: string } = {},
): Promise<void> {
  const rows = rowsOf(platform, people)
  if (rows === '[]') return
  await sql`
    insert into kept_withdrawals as kept (org_id, channel, address_hash, purpose, source, at)
    select distinct on (c.channel, x.hash, c.purpose) c.org_id, c.channel, decode(x.hash, 'hex'), c.purpose, c.source, c.at
    from jsonb_to_recordset(${rows}::jsonb) as x(id uuid, channel text, hash text)
    join consents c on c.contact_id = x.id and c.channel = x.channel
    where c.org_id = ${tx.orgId} and c.status = 'withdrawn' and not ${isOfImport(exceptImport ?? null)}
    order by c.channel, x.hash, c.purpose, c.at desc
    on conflict (org_id, channel, address_hash, purpose) do update set source = excluded.source, at = excluded.at
    where kept.at < excluded.at`.execute(tx)
}

/** Restores remembered opt-outs for contacts with new addresses, unless they agreed since. Runs before any other write of their consent. */
export async function returnWithdrawals(platform: Hash, tx: OrgTx, people: readonly Held[]): Promise<void> {
  const rows = rowsOf(platform, people)
  if (rows === '[]') return
  const { rows: found } = await sql<{
    id: string
    channel: Channel
    hash: Buffer
    purpose: string
    source: ConsentSource
    at: Date
    status: string | null
    said_by: string | null
  }>`
    select x.id, k.channel, k.address_hash as hash, k.purpose, k.source, k.at, c.status, c.source as said_by
    from jsonb_to_recordset(${rows}::jsonb) as x(id uuid, channel text, hash text)
    join kept_withdrawals k on k.channel = x.channel and k.address_hash = decode(x.hash, 'hex')
    left join consents c on c.org_id = k.org_id and c.contact_id = x.id and c.channel = k.channel and c.purpose = k.purpose
    where k.org_id = ${tx.orgId}
    order by k.channel, k.address_hash, k.purpose`.execute(tx)
  if (found.length === 0) return
  await recordConsent(
    tx,
    found.flatMap(({ id, channel, purpose, source, at: saidAt, status, said_by: statedBy }) => {
      if (status === 'withdrawn') return []
      // A later list entry about another address does not override the contact's own entry at this one.
      const at = status === 'granted' && statedBy === 'import' ? new Date() : saidAt
      return [{ contactId: id, channel, purpose, status: 'withdrawn' as const, source, at, proof: { text: earlierContact } }]
    }),
  )
  await erase(
    tx,
    found.map(({ hash }) => hash),
  )
}

const earlierContact = 'Said at this address, as a contact who is no longer there.'

/** Undoes STOP for START, also for unknown numbers. */
export async function deleteKeptStop({ hashAddress }: Hash, tx: OrgTx, channel: 'sms' | 'whatsapp', address: string): Promise<void> {
  await tx
    .deleteFrom('kept_withdrawals')
    .where('channel', '=', channel)
    .where('address_hash', '=', hashAddress(address))
    .where('source', '=', 'keyword')
    .execute()
}

/** An erased contact is suppressed for everything, so nothing else about the addresses is kept. */
export const deleteKeptWithdrawals = ({ hashAddress }: Hash, tx: OrgTx, addresses: readonly string[]): Promise<void> =>
  erase(tx, addresses.map(hashAddress))

async function erase(tx: OrgTx, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('kept_withdrawals')
    .where('channel', 'in', ['email', 'sms', 'whatsapp'])
    .where((eb) => eb('address_hash', '=', eb.fn.any(eb.val([...hashes]))))
    .execute()
}
