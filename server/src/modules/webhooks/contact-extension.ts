import { eraseMatches } from '../contacts/index.ts'
import type { ContactExtension } from '../contacts/index.ts'
import { deliveriesAbout, deliveriesNaming, eraseDeliveries, eraseOfContacts, moveToContact } from './erase-store.ts'

/** What deliveries hold about contacts. They are deleted with them; figures of webhooks stay. */
export const webhookContactExtension: ContactExtension = {
  name: 'webhooks',
  exportContact: async (tx, contactId) => ({ webhookDeliveries: await deliveriesAbout(tx, 'contact_id', contactId) }),
  eraseContacts: eraseOfContacts,
  eraseNamed: eraseMatches(deliveriesNaming, eraseDeliveries),
  mergeContact: moveToContact,
}
