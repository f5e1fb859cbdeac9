import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

export const contactEvents = {
  /** Created singly, by a member, the API, a form, a reply or a workflow; an import has its own event. */
  created: defineEvent(
    'contact.created',
    'A contact was created',
    z.object({ contactId: Id, source: z.string(), sourceDetail: personalText() }),
    {
      contactId: oneId,
      source: 'form',
      sourceDetail: 'Newsletter',
    },
  ),
}
