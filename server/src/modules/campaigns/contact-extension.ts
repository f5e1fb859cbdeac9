import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { idsOfContact } from '../contacts/index.ts'
import type { ContactExtension } from '../contacts/index.ts'
import { eraseAgentRuns, listRunsWithSteps } from '../runs/index.ts'
import { campaignTimeline } from './contact-timeline-store.ts'
import { draftsFor, eraseTraces, listEventsOf, messagesTo, runsFor } from './contact-traces-store.ts'

/**
 * The campaign data of contacts. Rows of a merged contact keep its id, because links and return paths of sent messages name it
 * (recipient-token.ts): timeline and export read them too. Of an erased contact only figures stay, without address and text.
 */
export const campaignContactExtension = (platform: Platform): ContactExtension => ({
  name: 'campaigns',
  timeline: campaignTimeline,
  exportContact: async (tx, contactId) => {
    const ids = await idsOfContact(tx, contactId)
    return {
      campaignMessages: await messagesTo(tx, ids),
      campaignEvents: await listEventsOf(tx, ids),
      campaignDrafts: await draftsFor(tx, ids),
      campaignDraftRuns: await listRunsWithSteps(tx, await runsFor(tx, ids)),
    }
  },
  formerAddresses: async (tx, contactIds) => {
    const rows = await tx
      .selectFrom('campaign_recipients')
      .select((eb) => eb.fn<string>('lower', ['address']).as('address'))
      .distinct()
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
      // The URL of a web hook belongs to no contact.
      .where(sql<boolean>`address <> '' and address !~ '^(https?|sandbox):'`)
      .execute()
    return rows.map(({ address }) => address)
  },
  eraseContacts: async (tx, ids) => {
    // Runs before drafts: only the drafts name the contact of a run.
    await eraseAgentRuns(platform, tx, await runsFor(tx, ids))
    await eraseTraces(tx, ids)
  },
})
