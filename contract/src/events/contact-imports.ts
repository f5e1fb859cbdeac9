import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

export const contactImportEvents = {
  /** A contact file was imported completely, or as far as possible. */
  imported: defineEvent(
    'contacts.imported',
    'Contacts were imported',
    z.object({
      importId: Id,
      fileName: personalText(),
      status: z.enum(['completed', 'failed']),
      created: z.int(),
      updated: z.int(),
      failed: z.int(),
    }),
    { importId: oneId, fileName: 'contacts.csv', status: 'completed', created: 100, updated: 20, failed: 1 },
  ),
}
