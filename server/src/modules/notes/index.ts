import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts, findContact } from '../contacts/index.ts'
import { dropLeftNotes, noteContactExtension, notedContactsErased } from './erase-notes.ts'
import { takeNotesOn } from './note-subjects.ts'
import { noteOperations } from './routes.ts'
import { exportNotes } from './store.ts'
import { memberMentioned } from './write-notes.ts'

export { notedContactsErased } from './erase-notes.ts'
export { takeNotesOn } from './note-subjects.ts'
export { memberMentioned } from './write-notes.ts'

const nameOfContact = ({ firstName, lastName, email, phone }: Contact): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? '')

const dropEveryMs = 6 * 3_600_000

export const notesModule: ModuleFactory = (platform) => ({
  name: 'notes',
  tables: ['notes'],
  acts: {
    sentences: {
      'notes.create': describedAct('change', '{actor} wrote a note'),
      'notes.update': describedAct('change', '{actor} changed a note'),
      'notes.remove': describedAct('change', '{actor} deleted a note'),
    },
  },
  emits: [memberMentioned, notedContactsErased],
  extensions: [
    extendContacts(noteContactExtension(platform)),
    takeNotesOn({
      subject: 'contact',
      permission: 'contacts:read',
      find: async (tx, id) => {
        const contact = await findContact(tx, id)
        return contact && { name: nameOfContact(contact), path: `contacts?contact=${id}&tab=notes` }
      },
    }),
  ],
  operations: noteOperations(platform),
  ticks: [{ name: 'drop-left-notes', everyMs: dropEveryMs, run: () => dropLeftNotes(platform) }],
  exportPerson: async ({ userId, orgIds }) => ({ notes: await collectInEach(platform.db, orgIds, (tx) => exportNotes(tx, userId)) }),
})
