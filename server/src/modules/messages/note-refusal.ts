import type { OrgTx } from '../../platform/db/database.ts'
import type { DeliveryOutcome } from '../../platform/delivery/transport.ts'
import type { Platform } from '../../platform/platform.ts'
import { suppress, withdrawConsent } from '../consents/index.ts'
import { setEmailState } from '../contacts/index.ts'
import type { OutgoingRow } from './delivery-store.ts'

/** A non-existent address, or an opt-out at the provider: suppressed as by campaigns, so that the next message is not attempted. */
export async function noteRefusal(
  platform: Platform,
  tx: OrgTx,
  { channel, address, contact_id: contactId, id }: OutgoingRow,
  { reason, optedOut, response }: Extract<DeliveryOutcome, { kind: 'refused' }>,
): Promise<void> {
  if (channel !== 'email' && channel !== 'sms' && channel !== 'whatsapp') return
  const detail = response.slice(0, 200)
  if (optedOut) {
    await suppress(platform, tx, { channel, address, reason: 'stop', detail })
    if (contactId)
      await withdrawConsent(platform, tx, {
        contactId,
        channel,
        purpose: null,
        source: 'keyword',
        proof: { toldBy: 'provider', message: id },
      })
  }
  if (reason !== 'bounced') return
  await suppress(platform, tx, { channel, address, reason: 'bounced', detail })
  if (contactId && channel === 'email') await setEmailState(tx, [contactId], 'bounced')
}
