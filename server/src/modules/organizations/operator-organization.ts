import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

/** The organization of those who run this installation; undefined until it is named, and in the transaction of any other. */
export async function operatorOrganization(tx: SystemTx | OrgTx): Promise<string | undefined> {
  return (await tx.selectFrom('operator_organization').select('organization').executeTakeFirst())?.organization
}
