import { integrationEvents } from '@imperium/contract/events/integrations.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSecrets } from '../connection-secrets.ts'
import { endTest, lockConnection, noteReminder, writeConnection } from '../store.ts'
import type { DueConnection } from '../store.ts'

/**
 * A token that ends and cannot be renewed: its managers are told once to sign in again. False for a connection that has what to renew it
 * with. @throws LeaseLostError
 */
export const remindOfEnd = ({ db, events, clock, keyRing }: Platform, item: DueConnection): Promise<boolean> =>
  db.withOrg(item.orgId, async (tx) => {
    const { id } = item.key
    const row = await lockConnection(tx, id)
    const isKnown = row?.is_renewable === false
    if (!row?.expires_at || (!isKnown && openSecrets({ keyRing }, row)['refreshToken'])) return false
    if (isKnown) {
      await noteReminder(tx, id)
      await events.emit(tx, integrationEvents.ending, { connectionId: id, name: row.name, endsAt: row.expires_at.toISOString() })
    }
    // Not known until now: looked at again when it is time.
    else await writeConnection(tx, id, { is_renewable: false })
    await endTest(tx, item, clock.now())
    return true
  })
