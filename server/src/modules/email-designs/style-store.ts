import { sql } from 'kysely'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { brandEmailStyle } from '../branding/index.ts'

/** The brand style of the organization; undefined where it has set none. */
export async function findEmailStyle(tx: OrgTx): Promise<EmailStyle | undefined> {
  const row = await tx.selectFrom('email_styles').select('style').executeTakeFirst()
  return row && EmailStyle.parse(row.style)
}

/** The same, from the brand where none was set, and else the default. */
export const readEmailStyle = async (tx: OrgTx): Promise<EmailStyle> =>
  (await findEmailStyle(tx)) ?? (await brandEmailStyle(tx)) ?? EmailStyle.parse({})

export async function saveEmailStyle(tx: OrgTx, style: EmailStyle): Promise<void> {
  const values = { style: JSON.stringify(style), updated_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('email_styles')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => on.column('org_id').doUpdateSet(values))
    .execute()
}
