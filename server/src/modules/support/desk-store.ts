import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { operatorOrganization } from '../organizations/index.ts'

/** The organization that answers tickets; null if the operator named none. */
export async function findDesk(tx: SystemTx): Promise<string | null> {
  return (await operatorOrganization(tx)) ?? null
}

/** Open tickets that no desk has. */
export const listWaitingTickets = (tx: SystemTx, limit: number) =>
  tx
    .selectFrom('support_tickets')
    .select(['org_id', 'id'])
    .where('desk_org', 'is', null)
    .where('status', '<>', 'closed')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Binds a ticket to the desk unless it has one. @returns its desk. */
export async function bindDesk(tx: OrgTx, ticketId: string, desk: string | null): Promise<string | null> {
  const { rows } = await sql<{ desk_org: string | null }>`
    update app.support_tickets set desk_org = coalesce(desk_org, ${desk}::uuid) where id = ${ticketId} returning desk_org`.execute(tx)
  return rows[0]?.desk_org ?? null
}

/** One job at a time works on a ticket in the desk's organization. */
export async function lockDeskTicket(tx: OrgTx, ticketId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`support/${tx.orgId}/${ticketId}`}, 0))`.execute(tx)
}

export async function linkDeskTicket(tx: OrgTx, ticketId: string, customerOrg: string): Promise<void> {
  await tx
    .insertInto('support_desk_tickets')
    .values({ org_id: tx.orgId, conversation_id: ticketId, customer_org: customerOrg })
    .onConflict((on) => on.columns(['org_id', 'conversation_id']).doNothing())
    .execute()
}

/** The organization whose ticket the conversation is. */
export async function findCustomer(tx: OrgTx, conversationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('support_desk_tickets')
    .select('customer_org')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row?.customer_org ?? null
}

/** A member as their organization knows them; null if they left. */
export async function findMember(tx: OrgTx, userId: string | null): Promise<{ name: string; email: string } | null> {
  if (userId === null) return null
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from auth.org_members() where user_id = ${userId}::uuid`.execute(tx)
  return rows[0] ?? null
}
