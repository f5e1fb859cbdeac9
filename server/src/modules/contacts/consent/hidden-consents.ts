import type { Channel } from '@imperium/contract/reach.ts'
import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentSource } from './record-consent.ts'

export interface Reopened {
  contactIds: readonly string[]
  channel: Channel
  /** Since when the address was suppressed. */
  since: Date
  /** Purposes to which the person agrees with the word that lifts it. */
  chosen: readonly string[]
  source: ConsentSource
}

/**
 * The own word of a person lifts a suppression: what others recorded behind it, a key or a list, said nothing as long as it stood, and is
 * withdrawn, so that it does not begin to count by a word that was not about it. When it was written counts, whatever date it bears.
 */
export async function endHidden(
  platform: Pick<Platform, 'events'>,
  tx: OrgTx,
  { contactIds, channel, since, chosen, source }: Reopened,
): Promise<void> {
  const { rows } = await sql<{ contactId: string; purpose: string }>`
    select c.contact_id as "contactId", c.purpose from consents c
    where c.org_id = ${tx.orgId} and c.contact_id = any(${[...contactIds]}::uuid[]) and c.channel = ${channel} and c.status = 'granted'
      and c.purpose <> all(${[...chosen]}::text[])
      and exists (select from consent_entries e where e.org_id = c.org_id and e.contact_id = c.contact_id and e.channel = c.channel
        and e.purpose = c.purpose and e.at = c.at and e.status = 'granted' and uuid_extract_timestamp(e.id) > ${since})
    order by c.contact_id, c.purpose`.execute(tx)
  await recordConsent(
    tx,
    rows.map((each) => ({ ...each, channel, status: 'withdrawn', source, proof: { text: hidden } })),
  )
  await platform.events.emitAll(
    tx,
    'contact.unsubscribed',
    rows.map((each) => ({ ...each, channel, sendId: null })),
  )
}

const hidden = 'Recorded while the address was suppressed, and not what the person takes up again.'
