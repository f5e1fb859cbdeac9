import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { organizationsWith } from '../../platform/db/organizations-with.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { eachOrganization } from '../../platform/each-organization.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockTree } from './change-nodes.ts'

/** The closure as recursion over `parent_id` gives it. */
const expected = sql`
  with recursive up as (
    select n.org_id, n.id as descendant_id, n.id as ancestor_id, 0 as distance from org_nodes n
    union all
    select up.org_id, up.descendant_id, n.parent_id, up.distance + 1 from up
    join org_nodes n on n.org_id = up.org_id and n.id = up.ancestor_id where n.parent_id is not null
  )
  select org_id, descendant_id, ancestor_id, distance from up`

/** How many paths are missing or too many. */
export async function countWrongPaths(tx: OrgTx): Promise<number> {
  const stored = sql`select org_id, descendant_id, ancestor_id, distance from org_node_paths`
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from ((${expected}) except ${stored}) missing)
          + (select count(*) from (${stored} except (${expected})) surplus))::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

async function verify({ log }: Platform, tx: OrgTx): Promise<void> {
  await lockTree(tx)
  const wrong = await countWrongPaths(tx)
  if (wrong === 0) return
  log.error({ orgId: tx.orgId, wrong }, 'paths of the hierarchy did not follow from its nodes and are written anew')
  await tx.deleteFrom('org_node_paths').execute()
  await sql`insert into org_node_paths (org_id, descendant_id, ancestor_id, distance) ${expected}`.execute(tx)
}

/** Compares the closure with `parent_id` in every organization, every night. */
export const verifyHierarchies = (platform: Platform): Promise<void> =>
  eachOrganization(
    platform,
    (tx, after, limit) => organizationsWith(tx, 'org_nodes', sql<SqlBool>`true`, { after, limit }),
    (orgId) => platform.db.withOrg(orgId, (tx) => verify(platform, tx)),
    'the hierarchy could not be verified',
  )
