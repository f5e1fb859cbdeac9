import type { Run, RunError, RunEvent, RunStatus, RunStep } from '@imperium/contract/runs.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import { meter } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import type { findVersion } from '../agents/index.ts'
import type { ResolvedModel } from '../ai-models/index.ts'
import { fenceRun, insertEvents, saveStep, toRun } from './store.ts'
import type { RunProgress, RunRow } from './store.ts'
import type { ModelCallResult } from './model-call-result.ts'
import { runChanged } from './run-signals.ts'

/** Thrown when another worker has taken over the run: stop, and write nothing. */
export class RunLostError extends Error {
  constructor(runId: string) {
    super(`run ${runId} belongs to another worker now`)
    this.name = 'RunLostError'
  }
}

export interface Change {
  steps?: { step: RunStep; reservedMicros?: number }[]
  events?: RunEvent[]
  progress?: Omit<RunProgress, 'nextEventSeq'>
  usage?: UsageEntry
  /** The finished run: published last. */
  done?: Run
  /** More of the same transaction, after the fence. */
  also?: (tx: OrgTx) => Promise<void>
}

/** The data that a run needs, read when it was claimed. */
export interface RunBasis {
  /** Of the agent; undefined if it was deleted. */
  version: Awaited<ReturnType<typeof findVersion>>
  /** The configuration that serves it; null if there is none. */
  model: ResolvedModel | null
}

/**
 * A run leased by this worker. Every change is one transaction that begins with the fence: steps, events, meter and totals are written
 * together or not at all, and never after another worker has taken over.
 */
export class RunSession {
  readonly platform: Platform
  row: RunRow
  steps: RunStep[]
  readonly basis: RunBasis
  /** A model call that was stopped for good, to be written with the end of the run. */
  stoppedCall: ModelCallResult | undefined
  #nextEventSeq: number

  constructor(platform: Platform, row: RunRow, steps: RunStep[], basis: RunBasis) {
    this.platform = platform
    this.row = row
    this.steps = steps
    this.basis = basis
    this.#nextEventSeq = Math.max(2, row.next_event_seq)
  }

  get id(): string {
    return this.row.id
  }

  get orgId(): string {
    return this.row.org_id
  }

  async commit({ steps = [], events = [], progress = {}, usage, done, also }: Change): Promise<void> {
    const first = this.#nextEventSeq
    const stepEvents = steps.map(({ step }): RunEvent => ({ type: 'step', step }))
    const doneEvents: RunEvent[] = done ? [{ type: 'done', run: done }] : []
    const sent = [...events, ...stepEvents, ...doneEvents].map((event, index) => ({ seq: first + index, event }))
    const nextEventSeq = first + sent.length
    await this.platform.db.withOrg(this.orgId, async (tx) => {
      // All statements are sent in one write: the fence is awaited first, and nothing after it is valid without it.
      const fence = fenceRun(tx, this.id, this.row.epoch, { ...progress, nextEventSeq })
      const writes = Promise.all([
        ...steps.map(({ step, reservedMicros = 0 }) => saveStep(tx, this.id, step, reservedMicros)),
        insertEvents(tx, this.id, sent),
        usage ? meter(tx, usage) : undefined,
        signal(tx, runChanged({ orgId: this.orgId, runId: this.id })),
      ])
      writes.catch(() => undefined)
      if (!(await fence)) throw new RunLostError(this.id)
      await also?.(tx)
      await writes
    })
    this.#nextEventSeq = nextEventSeq
    for (const { step } of steps)
      this.steps = [...this.steps.filter((each) => each.seq !== step.seq), step].toSorted((a, b) => a.seq - b.seq)
    this.#remember(progress)
  }

  #remember(progress: Omit<RunProgress, 'nextEventSeq'>): void {
    if (progress.configId !== undefined) this.row.config_id = progress.configId
    if (progress.inputTokens !== undefined) this.row.input_tokens = progress.inputTokens
    if (progress.outputTokens !== undefined) this.row.output_tokens = progress.outputTokens
    if (progress.costMicros !== undefined) this.row.cost_micros = progress.costMicros
  }

  /** The run as it will be once it has ended like this. */
  ended(status: RunStatus, output: string | null, error: RunError | null, finishedAt: Date, totals: Change['progress'] = {}): Run {
    const sums = {
      input_tokens: totals.inputTokens ?? this.row.input_tokens,
      output_tokens: totals.outputTokens ?? this.row.output_tokens,
      cost_micros: totals.costMicros ?? this.row.cost_micros,
    }
    const ending = { status, output, error_code: error?.code ?? null, error_message: error?.message ?? null, finished_at: finishedAt }
    return toRun({ ...this.row, ...sums, ...ending })
  }
}
