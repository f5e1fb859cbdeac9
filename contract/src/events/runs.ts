import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

const agentRun = z.object({ runId: Id, agentId: Id, agentName: z.string(), startedByUser: Id.nullable() })
const agentRunSample = { runId: otherId, agentId: oneId, agentName: 'Qualifier', startedByUser: null }

export const runEvents = {
  completed: defineEvent('agent.run.completed', 'An agent finished a run', agentRun, agentRunSample),
  failed: defineEvent('agent.run.failed', 'A run of an agent failed', agentRun.extend({ code: z.string(), message: personalText() }), {
    ...agentRunSample,
    code: 'MODEL_FAILED',
    message: 'The model did not answer.',
  }),
  cancelled: defineEvent('agent.run.cancelled', 'A run of an agent was cancelled', agentRun, agentRunSample),
}
