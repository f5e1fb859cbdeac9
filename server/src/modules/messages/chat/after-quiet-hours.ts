import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { knownZone, nextMoment, readReachSettings } from '../../consents/index.ts'
import type { Reach } from '../../consents/index.ts'
import { loadRecipients } from '../../contacts/index.ts'
import { findProfile } from '../../organizations/index.ts'
import type { OutgoingRow } from '../delivery-store.ts'

/** An agent's reply waits until the quiet hours of its contact are over. */
export async function afterQuietHours(platform: Platform, tx: OrgTx, message: OutgoingRow): Promise<Reach> {
  const { quietFrom, quietUntil, quietChannels } = await readReachSettings(tx)
  const { channel } = message
  if (!quietFrom || !quietUntil || !quietChannels.some((each) => each === channel)) return { verdict: 'ok' }
  const contact = message.contact_id ? (await loadRecipients(tx, [message.contact_id])).get(message.contact_id) : undefined
  const zone = knownZone(contact?.timeZone ?? null, (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC')
  const moment = nextMoment(platform.clock.now(), zone, { quiet: { from: quietFrom, until: quietUntil }, window: null })
  return moment.kind === 'later' ? { verdict: 'later', until: moment.until, reason: moment.reason } : { verdict: 'ok' }
}
