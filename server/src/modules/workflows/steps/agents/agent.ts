import { z } from 'zod'
import { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { findAgent } from '../../../agents/index.ts'
import { queueRun } from '../../../runs/index.ts'
import { boundByKeys } from '../../engine/bound-by-keys-store.ts'
import { readAgentEnd } from './agent-end.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'
import { timeout, waitUntil } from '../waits/wait-until.ts'

export const agent = defineStep({
  kind: 'commit',
  config: z.strictObject({
    agentId: z.uuid('Choose an agent'),
    /** The agent's input: text or an object. */
    input: Json.default(''),
    timeout: timeout.prefault({ amount: 1, unit: 'hours' }),
  }),
  about: {
    type: 'agent',
    label: 'Run an agent',
    description: 'Runs an agent and waits for its result.',
    category: 'ai',
    icon: 'robot',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'agentId', label: 'Agent', kind: 'agent', required: true },
      {
        path: 'input',
        label: 'Input',
        kind: 'longTemplate',
        hint: 'An agent that answers with JSON can be read field by field: {{ steps.qualify.json.score }}.',
      },
      { path: 'timeout', label: 'Timeout', kind: 'duration' },
    ],
    sample: {
      text: '{"score":82,"qualified":true,"reason":"Budget and need are clear."}',
      json: { score: 82, qualified: true, reason: 'Budget and need are clear.' },
      runId: '0198c0de-0000-7000-8000-000000000001',
      costMicros: 1200,
    },
  },
  check: async (_platform, tx, { agentId }) =>
    (await findAgent(tx, agentId)) ? [] : [{ path: 'agentId', message: 'This agent does not exist' }],
  run: async (
    platform,
    tx,
    { agentId, input, timeout: span },
    { runId: workflowRunId, workflowId, startedBy, startedByUser, startedByKey, depth, now },
  ) => {
    try {
      const by = { startedBy, startedByUser: startedByUser ?? startedByKey?.userId ?? null, startedByKey: startedByKey?.id ?? null }
      const work = {
        agentId,
        input,
        trigger: 'workflow' as const,
        workflowId,
        ...by,
        depth,
        boundByKeys: await boundByKeys(tx, workflowRunId),
      }
      const runId = await queueRun(platform, tx, work)
      return { kind: 'wait', wait: { kind: 'run', key: runId, until: waitUntil(span, now) }, link: { kind: 'run', id: runId } }
    } catch (error) {
      return failWith(error)
    }
  },
  settle: readAgentEnd,
})
