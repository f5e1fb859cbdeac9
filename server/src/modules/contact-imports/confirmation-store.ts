import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { mostListed } from '../../platform/installation/held-work.ts'
import type { HeldWork, ListHeldWork } from '../../platform/installation/held-work.ts'
import { isInUse } from '../organizations/index.ts'
import type { Ask } from './row-consent.ts'

/** A contact gets at most one confirmation request per purpose within this time. */
export const confirmAgainDays = 30

/**
 * Puts people on the list of those who are to be asked. @returns how many are now, and how many are not because they said yes or no
 * already or were asked not long ago.
 */
export async function insertConfirmationRequests(
  tx: OrgTx,
  importId: string,
  given: readonly Ask[],
): Promise<{ waiting: number; unasked: number }> {
  if (given.length === 0) return { waiting: 0, unasked: 0 }
  // One person may stand in two rows: by the e-mail address, and by the number.
  const asks = [...new Map(given.map((ask) => [ask.contactId, ask])).values()]
  const { rows } = await sql<{ written: number; ours: number }>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asks)}::jsonb) as x("contactId" uuid, purpose text, proof jsonb)
    ), ours as (
      select count(*) as count from input join consent_asks a on a.org_id = ${tx.orgId} and a.contact_id = "contactId" and a.purpose = input.purpose
      where a.import_id = ${importId}
    ), written as (
      insert into consent_asks as a (org_id, contact_id, purpose, import_id, status, proof)
      select ${tx.orgId}, "contactId", purpose, ${importId}, 'waiting', proof from input
      where (
        (select c.status from consents c where c.org_id = ${tx.orgId} and c.contact_id = "contactId" and c.channel = 'email'
          and c.purpose = input.purpose) in ('granted', 'withdrawn')
      ) is not true
      order by "contactId"
      on conflict (org_id, contact_id, purpose) do update
        set import_id = excluded.import_id, status = 'waiting', reason = '', proof = excluded.proof, created_at = clock_timestamp()
        where a.status <> 'waiting' and a.import_id is distinct from excluded.import_id
          and (a.asked_at is null or a.asked_at < now() - make_interval(days => ${confirmAgainDays}))
      returning contact_id
    )
    select (select count(*) from written) as written, ours.count as ours from ours`.execute(tx)
  const { written = 0, ours = 0 } = rows[0] ?? {}
  return { waiting: written, unasked: asks.length - written - ours }
}

/** Organizations with open confirmation requests. */
export async function orgsWithConfirmationRequests(tx: SystemTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct org_id as id from consent_asks a where status = 'waiting' and ${isInUse(sql.ref('a.org_id'))}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Requests that a restored copy would email again. */
export const listHeldConfirmations: ListHeldWork = async (tx, orgId) => {
  const { rows } = await sql<HeldWork>`
    select org_id as "orgId", 'confirmation' as kind, null as id, '' as name, count(*)::int as count, min(created_at) as "dueAt" from consent_asks
    where status = 'waiting' and (${orgId}::uuid is null or org_id = ${orgId}) group by org_id limit ${mostListed}`.execute(tx)
  return rows
}

export interface WaitingAsk {
  contactId: string
  purpose: string
  importId: string | null
  proof: Record<string, unknown>
  createdAt: Date
}

/** Who waits longest. */
export async function nextConfirmationRequest(tx: OrgTx): Promise<Pick<WaitingAsk, 'contactId' | 'purpose'> | null> {
  const row = await tx
    .selectFrom('consent_asks')
    .select(['contact_id as contactId', 'purpose'])
    .where('status', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('contact_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the row until the transaction ends; null if another worker has it. */
export async function lockConfirmationRequest(
  tx: OrgTx,
  { contactId, purpose }: Pick<WaitingAsk, 'contactId' | 'purpose'>,
): Promise<WaitingAsk | null> {
  const row = await tx
    .selectFrom('consent_asks')
    .select(['contact_id', 'purpose', 'import_id', 'proof', 'created_at'])
    .where('contact_id', '=', contactId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row
    ? {
        contactId: row.contact_id,
        purpose: row.purpose,
        importId: row.import_id,
        proof: row.proof as Record<string, unknown>,
        createdAt: row.created_at,
      }
    : null
}

/** Settles a request and counts it in its import. `reason`: why no email was sent; empty if one was. */
export async function settleConfirmationRequest(tx: OrgTx, { contactId, purpose, importId }: WaitingAsk, reason: string): Promise<void> {
  await tx
    .updateTable('consent_asks')
    .set({ status: reason ? 'skipped' : 'sent', reason, ...(reason ? {} : { asked_at: sql`clock_timestamp()` }) })
    .where('contact_id', '=', contactId)
    .where('purpose', '=', purpose)
    .execute()
  if (!importId) return
  await tx
    .updateTable('contact_imports')
    .set({
      ask_waiting_count: sql`greatest(0, ask_waiting_count - 1)`,
      ...(reason ? { unasked_count: sql`unasked_count + 1` } : { asked_count: sql`asked_count + 1` }),
    })
    .where('id', '=', importId)
    .execute()
}

/** Deletes requests of contacts that were erased or merged meanwhile. */
export async function clearWaiting(tx: OrgTx): Promise<void> {
  await sql`
    update contact_imports i set ask_waiting_count = 0 where ask_waiting_count > 0
      and not exists (select 1 from consent_asks a where a.org_id = i.org_id and a.import_id = i.id and a.status = 'waiting')`.execute(tx)
}

const stopped = 'stopped'

/** Stops the open requests of an import that was stopped; resuming it brings them back. */
export async function stopConfirmationRequests(tx: OrgTx, importId: string): Promise<void> {
  await sql`
    with left_over as (
      update consent_asks set status = 'skipped', reason = ${stopped} where import_id = ${importId} and status = 'waiting' returning 1
    )
    update contact_imports set ask_waiting_count = 0, unasked_count = unasked_count + (select count(*) from left_over)
    where id = ${importId}`.execute(tx)
}

/** Reopens the stopped requests of a resumed import, except contacts that another import asks. */
export async function resumeConfirmationRequests(tx: OrgTx, importId: string): Promise<void> {
  await sql`
    with again as (
      update consent_asks set status = 'waiting', reason = '' where import_id = ${importId} and status = 'skipped' and reason = ${stopped}
      returning 1
    )
    update contact_imports set ask_waiting_count = ask_waiting_count + again.count,
      unasked_count = greatest(0, unasked_count - again.count)
    from (select count(*)::int as count from again) again where id = ${importId}`.execute(tx)
}

/** Deletes the open requests of an import that was undone. */
export async function deleteConfirmationRequests(tx: OrgTx, importId: string): Promise<void> {
  await sql`
    with gone as (delete from consent_asks where import_id = ${importId} and status = 'waiting' returning 1)
    update contact_imports set ask_waiting_count = 0, unasked_count = unasked_count + (select count(*) from gone) where id = ${importId}`.execute(
    tx,
  )
}

/** Who of these people is about to be asked for the purpose. */
export async function waitingFor(tx: OrgTx, contactIds: readonly string[], purpose: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('consent_asks')
    .select('contact_id')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('purpose', '=', purpose)
    .where('status', '=', 'waiting')
    .execute()
  return rows.map((row) => row.contact_id)
}

/** For the person's export: what they are to be asked, or were, and why not. */
export const confirmationRequestsOf = (tx: OrgTx, contactId: string): Promise<object[]> =>
  tx
    .selectFrom('consent_asks')
    .select(['purpose', 'status', 'reason', 'proof', 'created_at as createdAt', 'asked_at as askedAt'])
    .where('contact_id', '=', contactId)
    .orderBy('purpose')
    .execute()

/** Moves requests to the contact that stays in a merge; if both have one, that of the contact that stays wins. */
export async function moveConfirmationRequests(tx: OrgTx, from: string, into: string): Promise<void> {
  await sql`
    update consent_asks a set contact_id = ${into} where contact_id = ${from}
      and not exists (select 1 from consent_asks b where b.org_id = a.org_id and b.contact_id = ${into} and b.purpose = a.purpose)`.execute(
    tx,
  )
}
