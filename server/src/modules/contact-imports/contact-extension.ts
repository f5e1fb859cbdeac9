import type { ContactExtension } from '../contacts/index.ts'
import { isId } from '../../platform/ids.ts'
import { confirmationRequestsOf, moveConfirmationRequests } from './confirmation-store.ts'
import { deleteImportTraces, importsOf, moveMemberships, refusedLinesOf } from './contact-extension-store.ts'

/** What imports keep about contacts: the files they were in, values that were overwritten, and who is asked to confirm. */
export const importContactExtension: ContactExtension = {
  name: 'contact-imports',
  exportContact: async (tx, contactId, names) => ({
    imports: await importsOf(tx, contactId),
    refusedLines: await refusedLinesOf(
      tx,
      names.filter((name) => !isId(name)),
    ),
    consentAsks: await confirmationRequestsOf(tx, contactId),
  }),
  eraseContacts: deleteImportTraces,
  mergeContact: async (tx, from, into) => {
    await moveMemberships(tx, from, into)
    await moveConfirmationRequests(tx, from, into)
  },
}
