import type { KeptMail, KeptMailContent } from '@imperium/contract/mailbox.ts'
import type { SystemTx } from '../../platform/db/database.ts'

const columns = ['id', 'sender', 'recipient', 'subject', 'accepted_at'] as const

interface Row {
  id: string
  sender: string
  recipient: string
  subject: string
  accepted_at: Date
}

const toMail = (row: Row): KeptMail => ({
  id: row.id,
  from: row.sender,
  to: row.recipient,
  subject: row.subject,
  at: row.accepted_at.toISOString(),
})

/** Of all organizations: there is one mailbox on a machine. */
export async function listMails(tx: SystemTx, limit: number): Promise<KeptMail[]> {
  const rows = await tx
    .selectFrom('sandbox_mail')
    .select(columns)
    .orderBy('accepted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMail)
}

export async function readMail(tx: SystemTx, id: string): Promise<KeptMailContent | null> {
  const row = await tx
    .selectFrom('sandbox_mail')
    .select([...columns, 'body_text', 'body_html'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...toMail(row), text: row.body_text, html: row.body_html } : null
}
