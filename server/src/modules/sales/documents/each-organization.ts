import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Works in a transaction of each organization that has a row `r` of the table of which `holds` is true. A failure is logged: the others go on. */
export async function eachOrganizationWith(
  platform: Pick<Platform, 'db' | 'log'>,
  table: keyof DB,
  holds: RawBuilder<SqlBool>,
  work: (tx: OrgTx) => Promise<void>,
): Promise<void> {
  await eachOrganization(
    platform,
    (tx, after, limit) => organizationsWith(tx, table, holds, { after, limit }),
    (orgId) => platform.db.withOrg(orgId, work),
    `sales work of an organization failed (${table})`,
  )
}
