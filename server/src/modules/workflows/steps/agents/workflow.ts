import { z } from 'zod'
import { Json, workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { messageKey } from '@imperium/contract/kit/message-fields.ts'
import { message, textOf, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../../platform/db/database.ts'
import { boundByKeys } from '../../engine/bound-by-keys-store.ts'
import { engineOf } from '../../engine/engine-of.ts'
import { failWith } from '../fail-with.ts'
import { defineStep, type StepResult, type WaitEnd } from '../step-type.ts'
import { timeout, waitUntil } from '../waits/wait-until.ts'

const End = z.object({
  status: z.string(),
  output: Json.default(null),
  error: z
    .object({ message: z.string(), ...messageKey })
    .nullable()
    .default(null),
})

/** The result of a calling step when the called run ended. */
export function readWorkflowEnd(end: WaitEnd): StepResult {
  if (end.timedOut) return { kind: 'failed', code: 'TIMEOUT', message: 'The workflow did not finish in time', retryable: false }
  const { status, output, error } = End.parse(end.data)
  if (status === 'success') return { kind: 'done', output }
  // Only one that was cancelled ends without success and without an error.
  return {
    kind: 'failed',
    code: 'WORKFLOW_FAILED',
    ...worded(error ? textOf(error) : 'The called run was cancelled'),
    retryable: false,
    output,
  }
}

/** Of one organization: workflows that call workflows in loops of loops would otherwise make runs without end. */
const mostCallsPerMinute = 10_000

/** The published version; null without one, undefined without the workflow. */
const findVersion = async (tx: OrgTx, id: string): Promise<number | null | undefined> =>
  (await tx.selectFrom('workflows').select('version').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst())?.version

export const workflow = defineStep({
  kind: 'commit',
  config: z.strictObject({
    workflowId: z.uuid('Choose a workflow'),
    /** What its steps read as `trigger`. */
    input: Json.default({}),
    wait: z.boolean().default(true),
    timeout,
  }),
  about: {
    type: 'workflow',
    label: 'Call a workflow',
    description: 'Starts another workflow, and waits for its result or not.',
    category: 'flow',
    icon: 'workflow',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'workflowId', label: 'Workflow', kind: 'workflow', required: true },
      { path: 'input', label: 'Input', kind: 'json', hint: 'Its steps read it as trigger.' },
      { path: 'wait', label: 'Wait for its result', kind: 'switch' },
      { path: 'timeout', label: 'Timeout', kind: 'duration', when: { path: 'wait', in: [true] } },
    ],
    sample: { ok: true },
  },
  check: async (_platform, tx, { workflowId }) => {
    const version = await findVersion(tx, workflowId)
    if (version === undefined) return [{ path: 'workflowId', message: 'This workflow does not exist' }]
    return version === null ? [{ path: 'workflowId', message: 'This workflow is not published' }] : []
  },
  run: async (platform, tx, { workflowId, input, wait, timeout: span }, context) => {
    const { runId, token, depth, now, identity, workflowName, startedByUser, startedByKey } = context
    if (depth >= workflowLimits.depth)
      return {
        kind: 'failed',
        code: 'TOO_DEEP',
        ...message('Workflow calls can be nested at most {max} deep', { max: workflowLimits.depth }),
        retryable: false,
      }
    const limit = platform.limiter(`workflow-calls:${tx.orgId}`, mostCallsPerMinute, 60, platform.clock.now().getTime())
    if (!limit.allowed) {
      const message = 'The organization calls too many workflows a minute'
      return { kind: 'failed', code: 'TOO_MANY_CALLS', message, retryable: true, retryAfterMs: limit.resetSeconds * 1000 }
    }
    try {
      const version = await findVersion(tx, workflowId)
      if (version === undefined) return { kind: 'failed', code: 'NOT_FOUND', message: 'The workflow does not exist', retryable: false }
      if (version === null) return { kind: 'failed', code: 'NOT_PUBLISHED', message: 'The workflow is not published', retryable: false }
      const by = { trigger: 'workflow', triggeredBy: workflowName, triggeredByUser: startedByUser, triggeredByKey: startedByKey } as const
      const parent = { runId, token, depth: depth + 1 }
      const request = {
        workflowId,
        version,
        input,
        ...by,
        boundByKeys: await boundByKeys(tx, runId),
        startKey: identity,
        parent,
        isTest: context.isTest,
      }
      const started = await engineOf(platform).startIn(tx, request)
      const link = { kind: 'workflow-run', id: started.runId } as const
      if (!wait) return { kind: 'done', output: { runId: started.runId }, link }
      return { kind: 'wait', wait: { kind: 'workflow', key: started.runId, until: waitUntil(span, now) }, link }
    } catch (error) {
      return failWith(error)
    }
  },
  settle: readWorkflowEnd,
})
