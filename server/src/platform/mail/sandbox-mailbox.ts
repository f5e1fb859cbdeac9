import { sql } from 'kysely'
import type { OrgTx } from '../db/database.ts'
import type { SandboxMail } from './mail.ts'

/** Keeps a mail that the sandbox adapter took. The same Message-ID again is the same mail: counted, not kept twice. */
export async function saveSandboxMail(tx: OrgTx, message: SandboxMail): Promise<void> {
  await tx
    .insertInto('sandbox_mail')
    .values({
      org_id: tx.orgId,
      message_id: message.messageId,
      sender: message.from,
      recipient: message.to,
      subject: message.subject,
      body_text: message.text,
      body_html: message.html ?? null,
    })
    .onConflict((on) => on.columns(['org_id', 'message_id']).doUpdateSet({ copies: sql`sandbox_mail.copies + 1` }))
    .execute()
}
