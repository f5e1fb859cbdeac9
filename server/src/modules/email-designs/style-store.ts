import { sql } from 'kysely'
import { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** The brand style of the organization; the default where it has set none. */
export async function readEmailStyle(tx: OrgTx): Promise<EmailStyle> {
  const row = await tx.selectFrom('email_styles').select('style').executeTakeFirst()
  return EmailStyle.parse(row?.style ?? {})
}

export async function saveEmailStyle(tx: OrgTx, style: EmailStyle): Promise<void> {
  const values = { style: JSON.stringify(style), updated_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('email_styles')
    .values({ org_id: tx.orgId, ...values })
    .onConflict((on) => on.column('org_id').doUpdateSet(values))
    .execute()
}
