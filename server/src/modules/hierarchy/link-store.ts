import { sql } from 'kysely'
import type { HierarchyLink, LinkTotals } from '@imperium/contract/hierarchy/links.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { rowsOf } from './placed-nouns.ts'
import type { PlacedNoun } from './placed-nouns.ts'

interface LinkRow {
  id: string
  node_id: string
  node_name: string
  subsidiary_org_id: string | null
  linked_at: Date | null
  expires_at: Date
  created_at: Date
}

/** Links and open offers, the newest first. */
export async function listLinks(tx: OrgTx, now: Date): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.node_id, n.name as node_name, l.subsidiary_org_id, l.linked_at, l.expires_at, l.created_at
    from hierarchy_links l join org_nodes n on n.org_id = l.org_id and n.id = l.node_id
    where l.linked_at is not null or l.expires_at > ${now} order by l.id desc limit 200`.execute(tx)
  return rows
}

export const toLink = (row: LinkRow, organizationName: string | null, totals: LinkTotals | null): HierarchyLink => ({
  id: row.id,
  nodeId: row.node_id,
  nodeName: row.node_name,
  linkedAt: row.linked_at?.toISOString() ?? null,
  organizationName,
  totals,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
})

export const insertLink = (tx: OrgTx, id: string, nodeId: string, codeHash: Buffer, expiresAt: Date) =>
  tx.insertInto('hierarchy_links').values({ org_id: tx.orgId, id, node_id: nodeId, code_hash: codeHash, expires_at: expiresAt }).execute()

export const findLink = async (tx: OrgTx, id: string): Promise<LinkRow | undefined> =>
  (
    await sql<LinkRow>`
      select l.id, l.node_id, n.name as node_name, l.subsidiary_org_id, l.linked_at, l.expires_at, l.created_at
      from hierarchy_links l join org_nodes n on n.org_id = l.org_id and n.id = l.node_id where l.id = ${id}`.execute(tx)
  ).rows[0]

/** Links of a node that is deleted go to its parent. */
export const moveLinks = (tx: OrgTx, from: string, to: string) =>
  tx.updateTable('hierarchy_links').set({ node_id: to }).where('node_id', '=', from).execute()

export const deleteLink = (tx: OrgTx, id: string) => tx.deleteFrom('hierarchy_links').where('id', '=', id).execute()

/** Rows of a linked organization, counted in a transaction of it. */
export async function countTotals(tx: OrgTx, nouns: readonly PlacedNoun[]): Promise<LinkTotals> {
  const totals: LinkTotals = { members: 0, contacts: 0, agents: 0, campaigns: 0, workflows: 0 }
  const count = async (from: ReturnType<typeof sql>) =>
    (await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(tx)).rows[0]?.count ?? 0
  totals.members = await count(sql`from auth.org_people()`)
  for (const noun of nouns) {
    // The holding is told of what every organization has.
    if (noun.kind !== 'record') totals[`${noun.kind}s` as const] = await count(rowsOf(noun))
  }
  return totals
}

export interface OfferRow {
  org_id: string
  id: string
  node_id: string
  linked_at: Date | null
}

/** The open offer of a code, of any organization. */
export const findOffer = (tx: SystemTx, codeHash: Buffer, now: Date): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('hierarchy_links')
    .select(['org_id', 'id', 'node_id', 'linked_at'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const acceptOffer = (tx: SystemTx, { org_id: orgId, id }: OfferRow, subsidiaryId: string, now: Date) =>
  tx
    .updateTable('hierarchy_links')
    .set({ subsidiary_org_id: subsidiaryId, linked_at: now, code_hash: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()

export const findLinkOfSubsidiary = (tx: SystemTx, subsidiaryId: string): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('hierarchy_links')
    .select(['org_id', 'id', 'node_id', 'linked_at'])
    .where('subsidiary_org_id', '=', subsidiaryId)
    .executeTakeFirst()

export const deleteLinkOfSubsidiary = (tx: SystemTx, subsidiaryId: string) =>
  tx.deleteFrom('hierarchy_links').where('subsidiary_org_id', '=', subsidiaryId).execute()
