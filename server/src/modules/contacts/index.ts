import { contactEvents } from '@imperium/contract/events/contacts.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { belongsToNodes } from '../hierarchy/index.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { foldContactCounts } from './count-store.ts'
import { eraseNamedJob } from './erasure/erase-named.ts'
import { clearFieldJob } from './fields/manage-fields.ts'
import { contactOperations } from './routes.ts'
import { describeEntity, offerRelation } from '../entities/index.ts'
import { searchIn } from '../search/index.ts'
import { searchContacts } from './search-contacts.ts'
import { contactsActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { contactEntity, contactTargets } from './contact-entity.ts'
import { contactsQuery } from './query-tables.ts'

export { extendContacts } from './contact-extensions.ts'
export type { Addresses, ContactExtension, MergedAddresses } from './contact-extensions.ts'
export { groupOf } from './contact-groups.ts'
export type { ContactGroup, ImportGroup } from './contact-groups.ts'
export { countContacts, countNewContacts, listNewContacts } from './count-store.ts'
export { createContactFrom } from './create-contact-from.ts'
export { eraseContacts } from './erasure/erase-contacts.ts'
export { eraseMatches, newestNaming, siftPage } from './erasure/find-names.ts'
export type { FindNames, Named } from './erasure/find-names.ts'
export { listFields, lockFields } from './fields/field-store.ts'
export { onFieldUse } from './fields/field-users.ts'
export type { FindFieldUsers } from './fields/field-users.ts'
export { findContactBy, readAddress } from './find-contact-by.ts'
export * as importedContacts from './imported-store.ts'
export { anyMerged, survivorsOf, followMerge, idsOfContact, isStillThere, mergedInto } from './merging/merge-store.ts'
export { faultOfValue, readCustom, readLocale, readTags } from './read-contact-input.ts'
export { phoneReader, phoneReaderOf } from './read-phone.ts'
export type { ReadPhone } from './read-phone.ts'
export {
  findContactByAddress,
  idsByAddress,
  loadRecipients,
  morePeopleWithNumber,
  numbersOf,
  peopleByNumber,
  setEmailState,
} from './recipient-store.ts'
export type { CustomValue, MessageContact } from './recipient-store.ts'
export { countTextMessage } from './limit-text-messages.ts'
export { saveContactFrom } from './save-contact-from.ts'
export { searchContacts } from './search-contacts.ts'
export { addTag, contactExists, findContact, lockContacts } from './store.ts'
export { recordContactEvents } from './timeline/contact-events.ts'
export { idOf, microsOf, momentOf, noBound } from './timeline/timeline.ts'
export type { TimelineItem, TimelinePage, TimelineSource } from './timeline/timeline.ts'
export { updateContact } from './update-contact.ts'
export { provideGroup } from './contact-groups.ts'
export { onFieldWrite } from './fields/field-users.ts'

export { numberAsKept, numberVariants } from './number-variants.ts'

export const contactsModule: ModuleFactory = (platform) => ({
  name: 'contacts',
  tables: ['contacts', 'contact_counts', 'contact_fields', 'contact_events', 'contact_merges', 'contact_activity', 'contact_past'],
  acts: contactsActs,
  emits: Object.values(contactEvents),
  extensions: [
    offerQueryTable(contactsQuery),
    searchIn({ permission: 'contacts:read', order: 20, find: searchContacts }),
    belongsToNodes({ kind: 'contact', table: 'contacts', read: 'contacts:read', write: 'contacts:write' }),
    describeEntity(contactEntity),
    offerRelation(contactTargets),
  ],
  operations: contactOperations(platform),
  ticks: [{ name: 'fold-contact-counts', everyMs: 60_000, run: () => platform.db.withSystem(foldContactCounts) }],
  jobs: [clearFieldJob(platform), eraseNamedJob(platform)] as JobDefinition[],
})
