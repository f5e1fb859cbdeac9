import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import type { Platform } from '../../../platform/platform.ts'

const atOnce = 100

/** Works in a transaction of each organization that has a row `r` of the table of which `holds` is true. A failure is logged: the others go on. */
export async function eachOrganizationWith(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  table: keyof DB,
  holds: RawBuilder<SqlBool>,
  work: (tx: OrgTx) => Promise<void>,
): Promise<void> {
  let after: string | null = null
  do {
    const orgIds: string[] = await db.withSystem((tx) => organizationsWith(tx, table, holds, { after, limit: atOnce }))
    for (const orgId of orgIds) {
      try {
        await db.withOrg(orgId, work)
      } catch (err) {
        log.error({ orgId, err, table }, 'sales work of an organization failed')
      }
    }
    after = orgIds.length < atOnce ? null : (orgIds.at(-1) ?? null)
  } while (after !== null)
}
