import type { StepStatus, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { StepRun } from '@imperium/contract/workflows/workflow-runs.ts'

/** The outcome of one step in a run. */
export interface StepOutcome {
  /** Status of its newest turn; a failed or running one takes precedence over succeeded ones. */
  status: StepStatus
  /** How often it was done: turns of a loop and attempts. */
  times: number
  /** Milliseconds of the newest turn that ended. */
  durationMs: number | null
  newest: StepRun
}

export interface RunOverlay {
  steps: ReadonlyMap<string, StepOutcome>
  /** `from port` of each edge that the run followed. */
  ways: ReadonlySet<string>
}

export const wayOf = (from: string, port: string): string => `${from} ${port}`

const weight: Partial<Record<StepStatus, number>> = { running: 3, waiting: 3, failed: 2, unknown: 2, skipped: 1 }

/** The graph coloured by what its steps did. */
export function overlayOf(runs: readonly StepRun[]): RunOverlay {
  const steps = new Map<string, StepOutcome>()
  const ways = new Set<string>()
  const latest = new Map<string, StepRun>()
  for (const run of runs.toSorted((a, b) => a.seq - b.seq)) {
    if (run.port) ways.add(wayOf(run.stepId, run.port))
    // An attempt that failed before one that succeeded is no failure of the step.
    latest.set(`${run.stepId} ${run.scope}`, run)
    const before = steps.get(run.stepId)
    steps.set(run.stepId, {
      status: run.status,
      times: (before?.times ?? 0) + 1,
      durationMs: durationOf(run) ?? before?.durationMs ?? null,
      newest: run,
    })
  }
  for (const run of latest.values()) {
    const outcome = steps.get(run.stepId)
    if (outcome && (weight[run.status] ?? 0) > (weight[outcome.status] ?? 0)) steps.set(run.stepId, { ...outcome, status: run.status })
  }
  return { steps, ways }
}

const durationOf = ({ startedAt, endedAt }: StepRun): number | null =>
  endedAt === null ? null : new Date(endedAt).getTime() - new Date(startedAt).getTime()

/** True if a run followed the edge. */
export const wasGone = (overlay: RunOverlay, edge: WorkflowDefinition['edges'][number]): boolean =>
  overlay.ways.has(wayOf(edge.from, edge.port)) && overlay.steps.has(edge.to)
