import { sql } from 'kysely'
import { memoryLimits } from '@imperium/contract/contacts/contact-memories.ts'
import type { ContactMemory } from '@imperium/contract/contacts/contact-memories.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

export async function listMemories(tx: OrgTx, contactId: string): Promise<ContactMemory[]> {
  const rows = await tx
    .selectFrom('contact_memories')
    .select(['id', 'fact', 'agent_name', 'updated_at'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(memoryLimits.perContact)
    .execute()
  return rows.map((row) => ({ id: row.id, fact: row.fact, agentName: row.agent_name || null, updatedAt: row.updated_at.toISOString() }))
}

/** Makes what is written about one contact wait for each other, so that the limit holds. */
const lockMemories = (tx: OrgTx, contactId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`memories:${contactId}`}, 0))`.execute(tx)

/** Keeps a fact once, however often it is written. @returns null where a contact has as many as it may have. */
export async function keepFact(tx: OrgTx, contactId: string, fact: string, agentName: string): Promise<ContactMemory | null> {
  await lockMemories(tx, contactId)
  const known = await listMemories(tx, contactId)
  const same = known.find((each) => each.fact.toLowerCase() === fact.toLowerCase())
  if (same) return same
  if (known.length >= memoryLimits.perContact) return null
  const id = newId()
  await tx
    .insertInto('contact_memories')
    .values({ org_id: tx.orgId, id, contact_id: contactId, fact, agent_name: agentName })
    .onConflict((on) => on.doNothing())
    .execute()
  return (await listMemories(tx, contactId)).find((each) => each.id === id) ?? null
}

export async function correctFact(tx: OrgTx, contactId: string, id: string, fact: string): Promise<void> {
  await lockMemories(tx, contactId)
  await tx
    .updateTable('contact_memories')
    .set({ fact, agent_name: '', updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('contact_id', '=', contactId)
    .execute()
}

export async function eraseFact(tx: OrgTx, contactId: string, id: string): Promise<void> {
  await tx.deleteFrom('contact_memories').where('id', '=', id).where('contact_id', '=', contactId).execute()
}

export async function eraseFactsOf(tx: OrgTx, contactIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('contact_memories').where('contact_id', 'in', contactIds).execute()
}

/** Two contacts became one: it has the facts of both, as far as there is room. */
export async function mergeFacts(tx: OrgTx, from: string, into: string): Promise<void> {
  for (const { fact, agentName } of await listMemories(tx, from)) await keepFact(tx, into, fact, agentName ?? '')
  await eraseFactsOf(tx, [from])
}
