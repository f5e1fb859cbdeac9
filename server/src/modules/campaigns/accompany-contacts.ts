import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { idsOfContact } from '../contacts/index.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetRuns, toldRuns } from '../runs/index.ts'
import { campaignTimeline } from './contact-timeline-store.ts'
import { draftsFor, eraseTraces, heardOf, messagesTo, runsFor } from './contact-traces-store.ts'

/**
 * What campaigns owe contacts. Rows of a merged contact keep its id, because links and return paths of messages that were sent name it
 * (recipient-token.ts): the timeline and the export of the one that stays read them besides its own. Of an erased person the figures
 * stay, without address and words.
 */
export const campaignCompanion = (platform: Platform): ContactCompanion => ({
  name: 'campaigns',
  timeline: campaignTimeline,
  exportContact: async (tx, contactId) => {
    const ids = await idsOfContact(tx, contactId)
    return {
      campaignMessages: await messagesTo(tx, ids),
      campaignEvents: await heardOf(tx, ids),
      campaignDrafts: await draftsFor(tx, ids),
      campaignDraftRuns: await toldRuns(tx, await runsFor(tx, ids)),
    }
  },
  formerAddresses: async (tx, contactIds) => {
    const rows = await tx
      .selectFrom('campaign_recipients')
      .select((eb) => eb.fn<string>('lower', ['address']).as('address'))
      .distinct()
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
      // A web hook's is nobody's.
      .where(sql<boolean>`address <> '' and address !~ '^(https?|sandbox):'`)
      .execute()
    return rows.map(({ address }) => address)
  },
  eraseContacts: async (tx, ids) => {
    // Before the drafts go, which alone say whom a run was about.
    await forgetRuns(platform, tx, await runsFor(tx, ids))
    await eraseTraces(tx, ids)
  },
})
