import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

const person = z.object({ userId: Id, name: personalText() })
const personSample = { userId: oneId, name: 'Ada Lovelace' }

export const memberEvents = {
  joined: defineEvent('user.joined', 'A member joined the organization', person.extend({ role: z.string(), invitedBy: Id.nullable() }), {
    ...personSample,
    role: 'MEMBER',
    invitedBy: otherId,
  }),
  /** A member's role or status changed; `before` is the previous role. */
  updated: defineEvent(
    'user.updated',
    'Role or status of a member changed',
    person.extend({ role: z.string(), before: z.string(), status: z.string() }),
    {
      ...personSample,
      role: 'ADMIN',
      before: 'MEMBER',
      status: 'ACTIVE',
    },
  ),
  removed: defineEvent('user.removed', 'A member left the organization', person.extend({ how: z.enum(['removed', 'left']) }), {
    ...personSample,
    how: 'left',
  }),
}
