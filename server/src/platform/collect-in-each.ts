import type { Database, OrgTx } from './db/database.ts'

/** What `read` finds in each of the organizations, one after the other. */
export async function collectInEach(db: Database, orgIds: readonly string[], read: (tx: OrgTx) => Promise<object[]>): Promise<object[]> {
  const found: object[] = []
  for (const orgId of orgIds) found.push(...(await db.withOrg(orgId, read)))
  return found
}
