import type { Run, RunError, RunEvent, RunStatus, RunStep } from '@imperium/contract/runs.ts'
import { textOf } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import type { findVersion } from '../agents/index.ts'
import { settleLost } from '../ai-models/index.ts'
import type { ResolvedModel, Settlement } from '../ai-models/index.ts'
import type { WrittenStep } from './change-store.ts'
import type { Turn } from './transcript.ts'
import { writeRunsIn } from './run-writer.ts'
import type { Emitted, RunWriter } from './run-writer.ts'
import { toRun, usedBy } from './store.ts'
import type { RunProgress, RunRow } from './store.ts'
import type { VisitorContext } from './visitors/visitor-chats.ts'
import type { ModelCallResult } from './model-call-result.ts'

/** Thrown when another worker has taken over the run: stop, and write nothing. */
export class RunLostError extends Error {
  constructor(runId: string) {
    super(`run ${runId} belongs to another worker now`)
    this.name = 'RunLostError'
  }
}

export interface Change {
  steps?: WrittenStep[]
  events?: RunEvent[]
  progress?: Omit<RunProgress, 'nextEventSeq'>
  usage?: UsageEntry
  /** Calls of models that end with this; where another worker has the run, they end all the same. */
  settles?: readonly Settlement[]
  /** The finished run: published last. */
  done?: Run
  /** The permissions that a reader of these steps, and of all that follows, needs. */
  needed?: readonly string[] | undefined
  /** Ends the run. */
  emitted?: Emitted | undefined
  /** More of the same transaction, after the fence; such a change shares its commit with no other run. */
  also?: ((tx: OrgTx) => Promise<void>) | undefined
}

/** The data that a run needs, read when it was claimed. */
export interface RunBasis {
  /** Of the agent; undefined if it was deleted. */
  version: Awaited<ReturnType<typeof findVersion>>
  /** The configuration that serves it; null if there is none. */
  model: ResolvedModel | null
  /** The completed turns of the chat before this run, oldest first. */
  turns: readonly Turn[]
  /** Set for the run of a visitor. */
  visitor: VisitorContext | null
  /** For the variables of the prompt; undefined where it uses none. */
  organization: { name: string; timeZone: string } | undefined
}

/**
 * A run leased by this worker. Every change is one transaction behind the fence of the epoch: steps, events, meter and totals are written
 * together or not at all, and never after another worker has taken over. Changes of several runs share a commit.
 */
export class RunSession {
  readonly platform: Platform
  row: RunRow
  steps: RunStep[]
  readonly basis: RunBasis
  /** A model call that was stopped for good, to be written with the end of the run. */
  stoppedCall: ModelCallResult | undefined
  readonly #writer: RunWriter
  #nextEventSeq: number

  constructor(platform: Platform, row: RunRow, steps: RunStep[], basis: RunBasis, writer: RunWriter) {
    this.platform = platform
    this.row = row
    this.steps = steps
    this.basis = basis
    this.#writer = writer
    this.#nextEventSeq = Math.max(2, row.next_event_seq)
  }

  get id(): string {
    return this.row.id
  }

  get orgId(): string {
    return this.row.org_id
  }

  async commit({ steps: given = [], events = [], progress = {}, usage, settles = [], emitted, done, also, needed }: Change): Promise<void> {
    const needs = needed?.some((each) => !this.row.needs.includes(each))
      ? [...new Set([...this.row.needs, ...needed])].toSorted()
      : this.row.needs
    // What an agent has read may stand in everything after it.
    const steps = given.map(({ step, ...more }) => ({ ...more, step: { ...step, needs } }))
    const first = this.#nextEventSeq
    const stepEvents = steps.map(({ step }): RunEvent => ({ type: 'step', step }))
    const doneEvents: RunEvent[] = done ? [{ type: 'done', run: done }] : []
    const sent = [...events, ...stepEvents, ...doneEvents].map((event, index) => ({ seq: first + index, event }))
    const nextEventSeq = first + sent.length
    const { id: runId, orgId, platform } = this
    const used = usage && { ...usage, ...usedBy(this.row) }
    const write = {
      runId,
      epoch: this.row.epoch,
      progress: { ...progress, needs, nextEventSeq },
      steps,
      events: sent,
      usage: used,
      settles,
      emitted,
    }
    const isWritten = also
      ? await platform.db.withOrg(orgId, async (tx) => {
          const [isKept = false] = await writeRunsIn(platform, tx, [write])
          if (isKept) await also(tx)
          return isKept
        })
      : await this.#writer.write(orgId, write)
    if (!isWritten) {
      for (const settlement of settles) await settleLost(platform, settlement)
      throw new RunLostError(runId)
    }
    this.#nextEventSeq = nextEventSeq
    this.row.needs = needs
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
    const ending = {
      status,
      output,
      error_code: error?.code ?? null,
      error_message: error?.message ?? null,
      error_key: error && textOf(error),
      finished_at: finishedAt,
    }
    return toRun({ ...this.row, ...sums, ...ending })
  }
}
