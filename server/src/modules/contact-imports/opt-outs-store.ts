import type { ImportConsent } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { isOfImport } from '../consents/index.ts'
import type { Addresses } from '../contacts/index.ts'
import { decide } from './row-consent.ts'
import type { Reached } from './row-consent.ts'

type Hash = Pick<Platform, 'hashAddress'>

/** Who says no in the file, by what their rows say of them, so that later rows of it find that, whether they are contacts by then or not. */
export async function rememberOptOuts({ hashAddress }: Hash, tx: OrgTx, importId: string, people: readonly Addresses[]): Promise<void> {
  const optOuts = new Map<string, boolean>()
  for (const { email, phone } of people) {
    if (email) optOuts.set(hashAddress(email).toString('hex'), true)
    if (!phone) continue
    const hash = hashAddress(phone).toString('hex')
    optOuts.set(hash, email === null || optOuts.get(hash) === true)
  }
  if (optOuts.size === 0) return
  const rows = [...optOuts].map(([hash, isOwn]) => ({ hash, isOwn }))
  await sql`
    insert into contact_import_nos as n (org_id, import_id, address_hash, is_own)
    select ${tx.orgId}, ${importId}, decode(hash, 'hex'), "isOwn" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(hash text, "isOwn" boolean)
    order by hash
    on conflict (org_id, import_id, address_hash) do update set is_own = true where excluded.is_own and not n.is_own`.execute(tx)
}

/**
 * Removes consent of rows whose address opted out earlier in the file. A phone number alone identifies a contact only if the opt-out had no email
 * or the contact has none: families share numbers. @returns also how many of them are not asked for double opt-in.
 */
export async function applyEarlierOptOuts(
  { hashAddress }: Hash,
  tx: OrgTx,
  { importId, consent }: { importId: string; consent: ImportConsent },
  people: readonly Reached[],
): Promise<{ people: readonly Reached[]; unasked: number }> {
  const agreeing = people.filter(({ consent: own }) => ['granted', 'confirm'].includes(decide(consent, own).status))
  const none = { people, unasked: 0 }
  if (agreeing.length === 0) return none
  const ofImport = tx.selectFrom('contact_import_nos').where('import_id', '=', importId)
  if (!(await ofImport.select('import_id').limit(1).executeTakeFirst())) return none
  const hashOf = (address: string | null) => (address ? hashAddress(address) : null)
  const hashes = agreeing.map((person) => ({ person, email: hashOf(person.email), phone: hashOf(person.phone) }))
  const wanted = hashes.flatMap(({ email, phone }) => [email, phone].filter((hash) => hash !== null))
  const found = await ofImport
    .select(['address_hash', 'is_own'])
    .where((eb) => eb('address_hash', '=', eb.fn.any(eb.val(wanted))))
    .execute()
  const optOuts = new Map(found.map((row) => [row.address_hash.toString('hex'), row.is_own]))
  const optedOutBy = (hash: Buffer | null) => (hash ? optOuts.get(hash.toString('hex')) : undefined)
  const refused = new Set(
    hashes.flatMap(({ person: { id }, email, phone }) => {
      const byPhone = optedOutBy(phone)
      return optedOutBy(email) || byPhone || (email === null && byPhone !== undefined) ? [id] : []
    }),
  )
  const saysYes = new Set(agreeing)
  const request = agreeing.filter((each) => refused.has(each.id) && each.email && decide(consent, each.consent).status === 'confirm')
  return {
    people: people.map((each) =>
      refused.has(each.id) && saysYes.has(each) ? { ...each, consent: { ...each.consent, status: 'none' as const } } : each,
    ),
    unasked: new Set(request.map(({ id }) => id)).size,
  }
}

/** The consents that an import recorded for these contacts so far, and its confirmation requests. */
export async function gotByImport(
  tx: OrgTx,
  importId: string,
  contactIds: readonly string[],
  purpose: string,
): Promise<{ contactId: string; channel: Channel }[]> {
  if (contactIds.length === 0) return []
  // What else waits by an import was agreed to elsewhere, at another number.
  const { rows } = await sql<{ contactId: string; channel: Channel }>`
    select c.contact_id as "contactId", c.channel from consents c
    where c.org_id = ${tx.orgId} and c.contact_id = any(${[...contactIds]}::uuid[]) and c.purpose = ${purpose}
      and (c.status = 'granted' or (c.status = 'pending' and c.channel = 'email')) and ${isOfImport(importId)}
    union
    select a.contact_id, 'email' from consent_asks a
    where a.org_id = ${tx.orgId} and a.contact_id = any(${[...contactIds]}::uuid[]) and a.purpose = ${purpose}
      and a.import_id = ${importId} and a.status = 'waiting'`.execute(tx)
  return rows
}

const sweptAtOnce = 50_000

/** Forgets the nos of imports that read no more rows: they are whole, or their file is gone. @returns whether there may be more. */
export async function deleteOldOptOuts(tx: SystemTx): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from contact_import_nos where ctid in (
      select n.ctid from contact_import_nos n join contact_imports i on i.org_id = n.org_id and i.id = n.import_id
      where i.status <> 'running' and (i.file_id is null or i.status in ('completed', 'undoing', 'undone')) limit ${sweptAtOnce}
    )`.execute(tx)
  return Number(numAffectedRows) === sweptAtOnce
}
