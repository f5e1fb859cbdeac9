import { isFinished } from '@imperium/contract/runs.ts'
import type { Run, RunDetail, RunEvent, RunStatus, RunStep } from '@imperium/contract/runs.ts'

interface StreamedText {
  attempt: number
  text: string
}

/** The state of a run built from its events so far. */
export interface LiveRun {
  /** Number of the last event taken in; a replay after a cut brings earlier ones again. */
  lastEvent: number
  status: RunStatus | null
  /** The run as it ended. */
  ended: Run | null
  steps: ReadonlyMap<number, RunStep>
  /** Text of model calls, by number of the step. */
  texts: ReadonlyMap<number, StreamedText>
}

export const emptyRun: LiveRun = { lastEvent: 0, status: null, ended: null, steps: new Map(), texts: new Map() }

export interface NumberedEvent {
  /** The event's number within the run; null if the server gave none: such an event always counts as new. */
  id: string | null
  event: RunEvent
}

function withText(texts: LiveRun['texts'], { seq, attempt, delta }: Extract<RunEvent, { type: 'text' }>): LiveRun['texts'] {
  const known = texts.get(seq)
  if (known && known.attempt > attempt) return texts
  const before = known?.attempt === attempt ? known.text : ''
  return new Map(texts).set(seq, { attempt, text: before + delta })
}

/** The later of two tellings of one step: the higher attempt, then the finished one, then the second. */
function laterStep(first: RunStep | undefined, second: RunStep): RunStep {
  if (!first || second.attempt > first.attempt) return second
  if (second.attempt < first.attempt) return first
  return first.status !== 'running' && second.status === 'running' ? first : second
}

/** Applies one event. Replayed events change nothing. */
export function applyEvent(live: LiveRun, { id, event }: NumberedEvent): LiveRun {
  const number = id === null ? Number.NaN : Number(id)
  if (number <= live.lastEvent) return live
  const next = { ...live, lastEvent: Number.isNaN(number) ? live.lastEvent : number }
  switch (event.type) {
    case 'status':
      return { ...next, status: event.status }
    case 'text':
      return { ...next, texts: withText(live.texts, event) }
    case 'step':
      return { ...next, steps: new Map(live.steps).set(event.step.seq, laterStep(live.steps.get(event.step.seq), event.step)) }
    case 'done':
      return { ...next, status: event.run.status, ended: event.run }
  }
}

/** A run as the screen shows it. */
export interface RunView {
  run: Run
  steps: readonly RunStep[]
  /** The final response, or the text of the current model call so far. Null before any text. */
  answer: string | null
}

function statusOf(detail: Run, live: LiveRun): RunStatus {
  if (live.ended) return live.ended.status
  return isFinished(detail.status) ? detail.status : (live.status ?? detail.status)
}

/** The text of the last model call, unless a newer attempt has started without text yet. */
function streamedReply(steps: ReadonlyMap<number, RunStep>, texts: LiveRun['texts']): string | null {
  const seq = Math.max(...texts.keys())
  const streamed = texts.get(seq)
  if (!streamed || streamed.text === '') return null
  const step = steps.get(seq)
  return step && step.attempt > streamed.attempt ? null : streamed.text
}

/** Merges the fetched run with the events since; the newer state of each step wins. */
export function viewRun(detail: RunDetail, live: LiveRun): RunView {
  const { steps: readSteps, ...readRun } = detail
  const steps = new Map(live.steps)
  for (const step of readSteps) steps.set(step.seq, laterStep(live.steps.get(step.seq), step))
  // The event of the end knows the steps alone.
  const { unknownCostMicros } = readRun
  const run: Run = {
    ...readRun,
    ...live.ended,
    status: statusOf(readRun, live),
    ...(unknownCostMicros === undefined ? {} : { unknownCostMicros }),
  }
  const streamed = run.status === 'completed' ? null : streamedReply(steps, live.texts)
  return { run, steps: [...steps.values()].sort((a, b) => a.seq - b.seq), answer: run.output ?? streamed }
}

/** Sums of the steps, for figures that grow while the run works. */
export function spentSoFar({ run, steps }: RunView): { tokens: number; costMicros: number } {
  if (isFinished(run.status)) return { tokens: run.inputTokens + run.outputTokens, costMicros: run.costMicros }
  return {
    tokens: steps.reduce((sum, step) => sum + step.inputTokens + step.outputTokens, 0),
    costMicros: steps.reduce((sum, step) => sum + step.costMicros, 0),
  }
}

/** What a run was charged, with its calls of unknown outcome. */
export const chargedFor = ({ costMicros, unknownCostMicros = 0 }: Pick<Run, 'costMicros' | 'unknownCostMicros'>): number =>
  costMicros + unknownCostMicros
