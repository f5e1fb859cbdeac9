import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

export const apiKeyEvents = {
  created: defineEvent(
    'api-key.created',
    'An API key was created',
    z.object({ apiKeyId: Id, name: z.string(), kind: z.enum(['organization', 'agent']), createdBy: Id, createdByName: personalText() }),
    { apiKeyId: oneId, name: 'Reporting', kind: 'organization', createdBy: otherId, createdByName: 'Ada Lovelace' },
  ),
}
