import { eraseMatches, newestNaming } from '../../contacts/index.ts'
import type { ContactExtension } from '../../contacts/index.ts'
import { eraseRefused, holdRefused, listRefusedById, refusedNaming } from './refused-naming-store.ts'

/** What integrations owe contacts: items that a workflow refused hold what a service told of people. */
export const refusedContactExtension: ContactExtension = {
  name: 'integrations',
  exportContact: async (tx, _contactId, names) => ({
    refusedItems: await listRefusedById(tx, await newestNaming(refusedNaming, tx, names)),
  }),
  // Before runs are searched: an item that starts one meanwhile would be in neither.
  eraseContacts: async (tx, _ids, _addresses, { undoneImport }) => {
    if (undoneImport === undefined) await holdRefused(tx)
  },
  eraseNamed: eraseMatches(refusedNaming, eraseRefused),
}
