import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const record = { entity: z.string(), recordId: Id, label: personalText() }
const sample = { entity: 'viewings', recordId: oneId, label: 'Elm Street 7' }
const changed = { fields: z.array(z.string()) }

export const recordEvents = {
  created: defineEvent('record.created', 'A record was created', z.object(record), sample),
  updated: defineEvent('record.updated', 'A record was changed', z.object({ ...record, /** Names of the fields. */ ...changed }), {
    ...sample,
    fields: ['status'],
  }),
  deleted: defineEvent('record.deleted', 'A record was deleted', z.object(record), sample),
}
