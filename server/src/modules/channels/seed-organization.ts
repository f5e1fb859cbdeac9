import { channels } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

const sandboxNames = { sms: 'Sandbox SMS', webhook: 'Sandbox webhook', whatsapp: 'Sandbox WhatsApp' } as const

/**
 * An account on every channel for a new organization: the installation's mail server (or its sandbox mailbox), and sandboxes for the
 * others.
 */
export async function seedOrganization(tx: OrgTx): Promise<void> {
  const rows = channels.map((channel) => ({
    org_id: tx.orgId,
    id: newId(),
    channel,
    name: channel === 'email' ? 'Mail server of this installation' : sandboxNames[channel],
    provider: channel === 'email' ? 'platform-smtp' : 'sandbox',
    is_default: true,
    unknown_policy: channel === 'email' ? 'repeat' : 'hold',
  }))
  await tx.insertInto('channel_accounts').values(rows).execute()
}
