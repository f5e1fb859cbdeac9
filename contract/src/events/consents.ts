import { z } from 'zod'
import { defineEvent } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

export const consentEvents = {
  /** A consent was confirmed; an import does not emit it. `formId`: the sign-up form that was used. */
  subscribed: defineEvent(
    'contact.subscribed',
    'A contact gave consent',
    z.object({ contactId: Id, channel: z.string(), purpose: z.string(), source: z.string(), formId: Id.nullable() }),
    { contactId: oneId, channel: 'email', purpose: 'newsletter', source: 'double-opt-in', formId: otherId },
  ),
  /** A contact opted out of a purpose (null: all) on a channel; `sendId`: the send with the message that it answered. */
  unsubscribed: defineEvent(
    'contact.unsubscribed',
    'A contact unsubscribed',
    z.object({ contactId: Id, channel: z.string(), purpose: z.string().nullable(), sendId: Id.nullable() }),
    { contactId: oneId, channel: 'email', purpose: 'newsletter', sendId: null },
  ),
}
