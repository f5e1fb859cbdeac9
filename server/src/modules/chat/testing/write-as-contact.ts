import { newId } from '../../../platform/ids.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { inboundReceived } from '../../channels/index.ts'

export interface Written {
  channel: 'email' | 'sms' | 'whatsapp'
  sender: string
  text: string
  subject?: string
  data?: object
  accountId?: string
  /** Parsed of an email without proof who wrote it. */
  isUnproved?: boolean
  /** How often the provider reports it. */
  times?: number
}

/** A message as a provider reports it. */
export async function writeAsContact(t: TestApp, orgId: string, item: Written): Promise<void> {
  await t.platform.db.withOrg(orgId, async (tx) => {
    const itemId = newId()
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: orgId,
        id: itemId,
        channel: item.channel,
        kind: 'message',
        account_id: item.accountId ?? null,
        external_id: `${item.isUnproved ? 'mail:' : ''}<${itemId}@example.com>`,
        sender: item.sender,
        subject: item.subject ?? '',
        body_text: item.text,
        data: JSON.stringify(item.data ?? {}),
      })
      .execute()
    for (let sent = 0; sent < (item.times ?? 1); sent += 1)
      await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: item.channel })
  })
}
