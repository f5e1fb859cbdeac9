import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { Suppression } from '@imperium/contract/contacts/consents.ts'
import type { SuppressionChannel, SuppressionReason } from '@imperium/contract/contacts/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { latestFirst, listPage } from '../../../platform/resources/read-page.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'
import { unsuppress } from './suppress.ts'

const select = (tx: OrgTx) => tx.selectFrom('suppressions').select(['id', 'channel', 'hint', 'reason', 'detail', 'created_by', 'at'])

export const toSuppression = replyOf(Suppression)

interface SuppressionFilter {
  /** Only these hashes, in hexadecimal; null: all. */
  hashes: readonly string[] | null
  channel?: SuppressionChannel | undefined
  reason?: SuppressionReason | undefined
}

export const suppressionPage = listPage(latestFirst('at', 'id'), (tx, { hashes, channel, reason }: SuppressionFilter) =>
  select(tx)
    .$if(hashes !== null, (query) =>
      query.where((eb) => eb('address_hash', '=', eb.fn.any(eb.val((hashes ?? []).map((hash) => Buffer.from(hash, 'hex')))))),
    )
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? '')),
)

export async function findSuppression(tx: OrgTx, channel: SuppressionChannel, hash: Buffer): Promise<Suppression | null> {
  const row = await select(tx).where('channel', '=', channel).where('address_hash', '=', hash).executeTakeFirst()
  return row ? toSuppression(row) : null
}

/** @returns what was removed; null where there is none. */
export async function deleteSuppression(tx: OrgTx, id: string, by: { actorName: string; detail: string }): Promise<Suppression | null> {
  const [row] = await unsuppress(tx, sql<SqlBool>`id = ${id}`, by)
  return row ? toSuppression(row) : null
}

export interface ContactSuppression {
  id: string | null
  channel: SuppressionChannel
  reason: string
  at: Date
}

/** What keeps the addresses of a contact from being reached, the organization's list before the installation's. */
export async function suppressionsOfContact(tx: OrgTx, contactId: string): Promise<ContactSuppression[]> {
  const { rows } = await sql<ContactSuppression>`
    with address as (
      select ch.channel, case ch.channel when 'email' then c.email_hash else c.phone_hash end as hash
      from contacts c cross join (values ('email'), ('sms'), ('whatsapp')) as ch (channel)
      where c.org_id = ${tx.orgId} and c.id = ${contactId}
    )
    select s.id, s.channel, s.reason, s.at from suppressions s join address a on a.channel = s.channel and a.hash = s.address_hash
    union all
    select null, p.channel, p.reason, p.at from platform_suppressions p join address a on a.channel = p.channel and a.hash = p.address_hash
    order by 2, 1 nulls last`.execute(tx)
  return rows
}

/**
 * Suppresses erased contacts, so that a later import cannot write to them again. Identifying data goes; the keyed hashes of the
 * normalized addresses stay.
 */
export async function suppressErased(
  { hashAddress }: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  addresses: readonly string[],
): Promise<void> {
  const rows = addresses.flatMap((address) => {
    const hash = hashAddress(address).toString('hex')
    if (address.includes('@')) return [{ channel: 'email', hash }]
    return isNumber.test(address)
      ? [
          { channel: 'sms', hash },
          { channel: 'whatsapp', hash },
        ]
      : []
  })
  if (rows.length === 0) return
  await sql`
    insert into suppressions as s (org_id, id, channel, address_hash, hint, reason)
    select ${tx.orgId}, gen_random_uuid(), x.channel, decode(x.hash, 'hex'), '***', 'erased'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(channel text, hash text)
    order by x.channel, x.hash
    on conflict (org_id, channel, address_hash) do update set hint = '***', reason = 'erased', detail = '', created_by = '', at = now()`.execute(
    tx,
  )
  await tx
    .deleteFrom('suppression_events')
    .where((eb) => eb('address_hash', '=', eb.fn.any(eb.val(addresses.map(hashAddress)))))
    .execute()
}

/** Other names of a contact within a channel are no addresses to send to. */
const isNumber = /^\+[0-9]{6,15}$/
