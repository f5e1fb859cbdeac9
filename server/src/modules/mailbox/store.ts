import { sql } from 'kysely'
import type { KeptMail, KeptMailContent } from '@imperium/contract/channels/mailbox.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { SystemTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'

interface Row {
  id: string
  org_id: string
  channel: string
  sender: string
  recipient: string
  subject: string
  at: Date
  copies: number
}

const toMail = (row: Row): KeptMail => ({
  id: row.id,
  channel: row.channel as Channel,
  from: row.sender,
  to: row.recipient,
  subject: row.subject.replaceAll(/\s+/g, ' ').trim(),
  at: row.at.toISOString(),
  copies: row.copies,
  canAnswer: row.org_id !== zeroId,
})

const mails = (tx: SystemTx) =>
  tx
    .selectFrom('sandbox_mail')
    .select(['id', 'org_id', sql<string>`'email'`.as('channel'), 'sender', 'recipient', 'subject', 'accepted_at as at', 'copies'])
const messages = (tx: SystemTx) =>
  tx
    .selectFrom('sandbox_messages')
    .select([
      'id',
      'org_id',
      'channel',
      sql<string>`''`.as('sender'),
      'recipient',
      sql<string>`left(body, 120)`.as('subject'),
      'at',
      'copies',
    ])

/** Of all organizations and channels: there is one mailbox on a machine. Newest first. */
export async function listMails(tx: SystemTx, limit: number): Promise<KeptMail[]> {
  const newest = [
    await mails(tx).orderBy('accepted_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),
    await messages(tx).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute(),
  ].flat()
  return newest
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit)
    .map(toMail)
}

export interface Kept {
  orgId: string
  content: KeptMailContent
  /** Of email. */
  messageId: string | null
  /** Of the others. */
  identity: string | null
}

export async function readMail(tx: SystemTx, id: string): Promise<Kept | null> {
  const mail = await mails(tx).select(['body_text', 'body_html', 'message_id']).where('id', '=', id).executeTakeFirst()
  if (mail) {
    const content = { ...toMail(mail), text: mail.body_text, html: mail.body_html, dlt: null }
    return { orgId: mail.org_id, messageId: mail.message_id, identity: null, content }
  }
  const row = await messages(tx).select(['body', 'identity', 'dlt_entity_id', 'dlt_template_id']).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const dlt = row.dlt_entity_id === '' ? null : { entityId: row.dlt_entity_id, templateId: row.dlt_template_id }
  const content = { ...toMail(row), text: row.body, html: null, dlt }
  return { orgId: row.org_id, messageId: null, identity: row.identity, content }
}
