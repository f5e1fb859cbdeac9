import { z } from 'zod'
import { defineEvent } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

export const agentEvents = {
  created: defineEvent('agent.created', 'An agent was created', z.object({ agentId: Id, name: z.string() }), {
    agentId: oneId,
    name: 'Qualifier',
  }),
  updated: defineEvent('agent.updated', 'An agent was changed', z.object({ agentId: Id, name: z.string(), version: z.int() }), {
    agentId: oneId,
    name: 'Qualifier',
    version: 2,
  }),
  deleted: defineEvent('agent.deleted', 'An agent was deleted', z.object({ agentId: Id, name: z.string() }), {
    agentId: oneId,
    name: 'Qualifier',
  }),
}
