import { makeMessageId } from '../platform/mail/compose.ts'
import type { TestApp } from './test-app.ts'

interface ProductEmail {
  to: string
  subject: string
  text: string
}

interface Row {
  message_id: string
  to: string
  subject: string
  text: string
}

/** Emails of the product, oldest first: those that the sandbox took, and those that still wait in the queue. */
export async function productEmails(t: TestApp, orgId?: string): Promise<ProductEmail[]> {
  const queued = await t.owner.query<{ data: { letterId: string; sealed: string } }>(
    `select data from pgboss.job where name like 'platform.deliver%Letter' and ($1::text is null or group_id = $1) order by created_on`,
    [orgId ?? null],
  )
  // Read after the queue: one that is delivered meanwhile is found here.
  const taken = await t.owner.query<Row>(
    `select message_id, recipient as to, subject, body_text as text from app.sandbox_mail where $1::uuid is null or org_id = $1 order by accepted_at`,
    [orgId ?? null],
  )
  const known = new Set(taken.rows.map((row) => row.message_id))
  const domain = new URL(t.platform.config.publicUrl).hostname
  const waiting = queued.rows
    .filter(({ data }) => !known.has(makeMessageId(`letter/${data.letterId}`, domain)))
    .map(({ data }) => JSON.parse(t.platform.keyRing.decrypt(data.sealed, `letter:${data.letterId}`)) as ProductEmail)
  return [...taken.rows, ...waiting]
}
