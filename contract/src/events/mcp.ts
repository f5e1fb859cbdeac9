import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

export const mcpEvents = {
  /** An assistant or a key asked for a destructive operation that a member has to approve first. */
  approvalRequested: defineEvent(
    'mcp.approval.requested',
    'An AI assistant waits for an approval',
    z.object({ approvalId: Id, userId: Id, client: personalText(), operation: z.string(), summary: z.string() }),
    { approvalId: oneId, userId: oneId, client: 'Desk assistant', operation: 'agents.remove', summary: 'Delete an agent' },
  ),
}
