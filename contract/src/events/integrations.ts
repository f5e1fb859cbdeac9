import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id, Timestamp } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const connection = z.object({ connectionId: Id, name: z.string() })
const connectionSample = { connectionId: oneId, name: 'Salesforce' }

export const integrationEvents = {
  /** The service refused its credentials, or an MCP server changed its tools. It is tested again by itself. */
  failing: defineEvent('connection.failing', 'A connection of an integration fails', connection.extend({ reason: personalText() }), {
    ...connectionSample,
    reason: '401: The token was revoked',
  }),
  /** Its sign-in ends, and the provider gave nothing to renew it with. */
  ending: defineEvent('connection.ending', 'A connection of an integration needs a new sign-in', connection.extend({ endsAt: Timestamp }), {
    ...connectionSample,
    endsAt: '2026-11-30T10:00:00.000Z',
  }),
}
