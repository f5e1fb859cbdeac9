import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

export const messageEvents = {
  /** A message from a contact (`contactId`, null when the sender is not one), or from a member to others (`senderUser`). */
  received: defineEvent(
    'message.received',
    'Message received',
    z.object({
      conversationId: Id,
      messageId: Id,
      kind: z.enum(['internal', 'contact', 'support']),
      from: personalText(),
      senderUser: z.exactOptional(Id.nullable()),
      contactId: z.exactOptional(Id.nullable()),
      channel: z.exactOptional(z.string()),
      /** An AI agent answers it by itself. */
      handledByAgent: z.exactOptional(z.boolean()),
    }),
    {
      conversationId: oneId,
      messageId: otherId,
      kind: 'contact',
      from: 'Ada Lovelace',
      senderUser: null,
      contactId: oneId,
      channel: 'email',
      handledByAgent: false,
    },
  ),
}
