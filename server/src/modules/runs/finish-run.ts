import type { RunError, RunStatus, RunStep } from '@imperium/contract/runs.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { keyOf, textOf } from '@imperium/contract/kit/message.ts'
import { markEffectsUnknown } from '../../platform/events/effects.ts'
import type { JsonValue } from '../../platform/llm/types.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { recordQuestion } from '../knowledge/index.ts'
import { imagesIn } from './tools/image-generation.ts'
import { handOverIn } from './tools/hand-over.ts'
import { endVisitorRun, isVisitorRun } from './visitors/visitor-chats.ts'
import { citationsIn, passagesGiven, unansweredIn } from './tools/knowledge-search.ts'
import { effectsOf } from './effect-source.ts'
import type { RunSession } from './run-session.ts'
import type { ModelCallResult } from './model-call-result.ts'
import type { Emitted } from './run-writer.ts'
import { runEnded } from './store.ts'
import type { RunRow } from './store.ts'

/** The size of a run's stored parts, for the storage meter. */
const bytesOf = (session: RunSession, output: string | null): number =>
  Buffer.byteLength(JSON.stringify(session.row.input)) +
  Buffer.byteLength(output ?? '') +
  session.steps.reduce((sum, step) => sum + Buffer.byteLength(JSON.stringify(step)), 0)

/** Ends the run: last step, totals, meter, event and outbox in one transaction. */
export async function finishRun(
  session: RunSession,
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>,
  result: { output?: string; result?: JsonValue; error?: RunError; call?: ModelCallResult },
): Promise<void> {
  const { platform, row } = session
  const finishedAt = platform.clock.now()
  const output = result.output ?? null
  const error = result.error ?? null
  const { call } = result
  const citations = citationsIn(output, session.steps)
  const images = imagesIn(session.steps)
  const shown = { ...(images.length > 0 ? { images } : {}), ...(result.result === undefined ? {} : { result: result.result }) }
  const run = { ...session.ended(status, output, error, finishedAt, call?.progress), citations, ...shown }
  const { id: runId, agent_name: agentName } = row
  const given = isVisitorRun(row) ? [session.basis.version?.system_prompt ?? '', ...passagesGiven(session.steps)] : []
  const visitorRun = { runId, agentName, status, output, citations, handedOver: handOverIn(session.steps), given }
  const unanswered = status === 'completed' ? unansweredIn(output, session.steps) : null
  const last: RunStep = {
    seq: (call?.step.seq ?? session.steps.at(-1)?.seq ?? 0) + 1,
    kind: 'result',
    name: status,
    status: status === 'completed' ? 'completed' : 'failed',
    input: null,
    output,
    error: error?.message ?? (status === 'cancelled' ? 'Cancelled' : null),
    errorKey: keyOf(error && textOf(error)),
    attempt: 1,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    startedAt: finishedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  }
  // A call in flight when the run ended has no result.
  const abandoned = session.steps
    .filter((step) => step.status === 'running' && step.seq !== call?.step.seq)
    .map((step): { step: RunStep } => ({
      step: {
        ...step,
        // After its worker died, a tool call has an unknown outcome.
        status: step.kind === 'tool_call' ? 'unknown' : 'failed',
        ...(step.error === null ? runEnded : {}),
        finishedAt: finishedAt.toISOString(),
      },
    }))
  const hasUnknown = abandoned.some(({ step }) => step.kind === 'tool_call')
  const alsoWritten =
    hasUnknown || unanswered || isVisitorRun(row)
      ? async (tx: OrgTx) => {
          if (hasUnknown) await markEffectsUnknown(tx, effectsOf(row.id))
          if (isVisitorRun(row)) await endVisitorRun(platform, tx, visitorRun)
          if (unanswered) await recordQuestion(tx, { question: unanswered, runId: row.id, at: finishedAt })
        }
      : undefined
  const storedBytes = bytesOf(session, output)
  await session.commit({
    steps: [...abandoned, ...(call ? [{ step: call.step }] : []), { step: last }],
    progress: { ...call?.progress, status, output, citations, ...shown, error, finishedAt, storedBytes },
    usage: {
      agentId: row.agent_id,
      ...(row.config_id ? { configId: row.config_id } : {}),
      model: call?.settles.call.entry.model ?? row.model,
      runs: 1,
      completed: status === 'completed' ? 1 : 0,
      failed: status === 'failed' ? 1 : 0,
      cancelled: status === 'cancelled' ? 1 : 0,
      latencyMs: status === 'cancelled' ? 0 : (run.latencyMs ?? 0),
      storageBytes: storedBytes,
    },
    ...(call ? { settles: [call.settles] } : {}),
    done: run,
    emitted: endEvent(row, status, error),
    also: alsoWritten,
  })
  platform.metrics.runs.inc({ status })
  platform.metrics.runSeconds.observe((run.latencyMs ?? 0) / 1_000)
}

function endEvent(row: RunRow, status: 'completed' | 'failed' | 'cancelled', error: RunError | null): Emitted | undefined {
  const about = { runId: row.id, agentId: row.agent_id, agentName: row.agent_name, startedByUser: row.started_by_user }
  if (status === 'completed') return { event: runEvents.completed, payload: about }
  if (status === 'cancelled') return { event: runEvents.cancelled, payload: about }
  return error ? { event: runEvents.failed, payload: { ...about, code: error.code, message: error.message } } : undefined
}
