import { LRUCache } from 'lru-cache'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Json, WorkflowRunStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { createWakeup } from '../../../platform/events/wakeup.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { open } from '../core/machine.ts'
import { isMark } from '../core/state.ts'
import type { RunResponse } from './engine.ts'
import type { RunSession } from './run-session.ts'
import { workflowRunChanged } from './workflow-signals.ts'

/** Polling interval in case signals do not arrive. */
const pollEveryMs = 1_000
const keptMs = 30_000

export interface RunResponses {
  /** A run of this process was written: resolves the requests that wait for its response. */
  written(session: RunSession): void
  wait(orgId: string, runId: string, timeoutMs: number): Promise<RunResponse>
}

/** Delivers responses of runs to their callers: directly when the run is in this process, else by the database. */
export function createResponses(platform: Platform): RunResponses {
  const known = new LRUCache<string, RunResponse>({ max: 5_000, ttl: keptMs, ttlAutopurge: false })
  const waiting = new Map<string, (response: RunResponse) => void>()

  return {
    written: (session) => {
      const { machine, status, runId } = session
      const { response, output } = machine.state
      const isOver = session.hasEnded || (session.inFlight.size === 0 && status === 'waiting')
      if (response === null && !isOver) return
      const reply: RunResponse = { response, status: status as WorkflowRunStatus, output: open(machine, output) ?? null }
      const resolve = waiting.get(runId)
      if (resolve) resolve(reply)
      else known.set(runId, reply)
    },
    wait: async (orgId, runId, timeoutMs) => {
      const reply = known.get(runId)
      if (reply) {
        known.delete(runId)
        return reply
      }
      return waitFor(platform, waiting, orgId, runId, timeoutMs)
    },
  }
}

async function waitFor(
  platform: Platform,
  waiting: Map<string, (response: RunResponse) => void>,
  orgId: string,
  runId: string,
  timeoutMs: number,
): Promise<RunResponse> {
  const stop = new AbortController()
  const wakeup = createWakeup(stop.signal)
  let here: RunResponse | undefined
  waiting.set(runId, (response) => {
    here = response
    wakeup.notify()
  })
  const off = platform.live.on(workflowRunChanged, (message) => message.runId === runId && wakeup.notify())
  const end = performance.now() + timeoutMs
  try {
    for (;;) {
      const signalled = wakeup.next(Math.max(0, Math.min(pollEveryMs, end - performance.now())))
      const found = here ?? (await platform.db.withOrg(orgId, (tx) => readResponse(tx, runId)))
      if (found.response || isOver(found.status)) return found
      if (performance.now() >= end) return found
      await signalled
    }
  } finally {
    off()
    stop.abort()
    wakeup.close()
    waiting.delete(runId)
  }
}

const isOver = (status: WorkflowRunStatus): boolean => !['running', 'queued'].includes(status)

/** The response as stored: the output of the step that responded. */
async function readResponse(tx: OrgTx, runId: string): Promise<RunResponse> {
  const run = await tx.selectFrom('workflow_runs').select(['status', 'output']).where('id', '=', runId).executeTakeFirst()
  const step = await tx
    .selectFrom('workflow_steps')
    .select('output')
    .where('run_id', '=', runId)
    .where('type', '=', 'respond')
    .where('status', '=', 'success')
    .orderBy('seq')
    .executeTakeFirst()
  const response = step ? ((await readValue(tx, runId, step.output as Json)) as RunResponse['response']) : null
  return {
    response,
    status: (run?.status ?? 'cancelled') as WorkflowRunStatus,
    output: await readValue(tx, runId, (run?.output ?? null) as Json),
  }
}

/** Reads a value of a row, also one that is stored apart. Null after its retention. */
export async function readValue(tx: OrgTx, runId: string, value: Json): Promise<Json> {
  if (!isMark(value) || value.bytes > workflowLimits.outputBytes * 2) return value
  const row = await tx
    .selectFrom('workflow_payloads')
    .select('data')
    .where('run_id', '=', runId)
    .where('id', '=', value.$payload)
    .executeTakeFirst()
  return (row?.data ?? null) as Json
}
