import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId, otherId } from './sample-ids.ts'

const workflowRun = z.object({ runId: Id, workflowId: Id, workflowName: z.string(), trigger: z.string(), startedByUser: Id.nullable() })
const workflowRunSample = { runId: otherId, workflowId: oneId, workflowName: 'New lead', trigger: 'webhook', startedByUser: null }

export const workflowEvents = {
  /** Without tests; so is the failure. `step`: the one at which it failed. */
  runCompleted: defineEvent('workflow.run.completed', 'Another workflow finished a run', workflowRun, workflowRunSample),
  runFailed: defineEvent(
    'workflow.run.failed',
    'A run of another workflow failed',
    workflowRun.extend({ step: z.string().nullable(), code: z.string(), message: personalText() }),
    { ...workflowRunSample, step: 'Send to the CRM', code: 'HTTP_STATUS', message: 'The server responded with 500.' },
  ),
  /** A run waits for an approval; without a named approver: by any member who may approve. `mail`: by email too. */
  approvalRequested: defineEvent(
    'workflow.approvalRequested',
    'A workflow asks for an approval',
    z.object({
      approvalId: Id,
      runId: Id,
      workflowId: Id,
      workflowName: z.string(),
      title: personalText(),
      assignees: z.array(Id),
      mail: z.boolean(),
    }),
    { approvalId: oneId, runId: otherId, workflowId: oneId, workflowName: 'New lead', title: 'Send the offer?', assignees: [], mail: true },
  ),
}
