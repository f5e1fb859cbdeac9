import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { StepWait } from '../steps/step-type.ts'

/** What a token waits for. */
export type TokenWait = Omit<StepWait, 'until' | 'output'>

/** One place in the graph where a run is. A run has several while branches or turns of a loop go on side by side. Each visit of a step is a token of its own. */
export interface Token {
  step: string
  /** Key of the scope it is in; null outside of loops and branches. */
  scope: number | null
  /** Which branch of a `parallel` step it goes. */
  branch?: string
  /** ready: to be begun. called: handed out, its result is awaited. waiting: for a time or a signal. backoff: before the next attempt. held: a person decides. */
  phase: 'ready' | 'called' | 'waiting' | 'backoff' | 'held'
  /** From 1; the next one has another identity. */
  attempt: number
  /** Results that were failures. */
  failures: number
  /** Copies under the same identity that a crash or a lost answer may have caused. */
  repeats: number
  /** Number of the step's row; 0 before it starts. */
  seq: number
  /** Milliseconds since 1970: when it began (what templates read as `now`), and the end of a wait or of a backoff. */
  began: number
  until: number | null
  wait: TokenWait | null
  /** Its branch or its run was cancelled over its call; only its row waits for the result. */
  isDropped?: true
}

/** A loop or a parallel step that is under way. A turn of a loop is a scope of its own within the loop's. */
export interface Scope {
  kind: 'loop' | 'turn' | 'parallel'
  parent: number | null
  /** Of the parent, where that is a parallel step. */
  branch?: string
  step: string
  /** Row of the loop's or parallel step's execution, and when it began. */
  seq: number
  began: number
  /** Tokens and scopes in it that have not ended. */
  open: number
  /** turn: its index and item. loop: all items, and the index of the next one to begin. */
  index?: number
  item?: Json
  items?: Json
  next?: number
  /** loop: turns at a time; a turn that fails is a result like others. */
  limit?: number
  goesOn?: boolean
  /** Outputs by turn or by branch; of a turn its last one, as ''. */
  results: Record<string, Json>
  /** The join that the branches reached. */
  join?: string
}

/** Taken instead of doing a step: what it put out and where it went on, or how it failed. */
export interface RecordedResult {
  output: Json
  port: string
  error?: StepError
}

export interface StepError extends Worded {
  code: string
}

/** How a run ends, while calls in hand are still awaited. */
export interface Ending {
  status: 'success' | 'failed' | 'cancelled'
  step: string | null
  error: StepError | null
}

/** Everything a run is between two commits. Plain JSON; large values are `{ $payload: id, bytes }`. */
export interface RunState {
  tokens: Record<string, Token>
  scopes: Record<string, Scope>
  /** Newest output of each step, by the turn it is in ('' outside) and step id. */
  outputs: Record<string, Record<string, Json>>
  /** Set by `set` steps. */
  vars: Record<string, Json>
  trigger: Json
  nextToken: number
  nextScope: number
  nextSeq: number
  nextPayload: number
  /** Total of everything stored since the run began. */
  keptBytes: number
  /** What `respond` said; null before. */
  response: { status: number; headers: Record<string, string>; body: Json } | null
  /** What the run ends with. */
  output: Json
  /** Executions whose results are taken from an earlier run, by `step@scope`: a retry and a replay are a run with these. */
  recorded: Json
  /** Nothing but what is recorded: a step with an effect that is not recorded fails. */
  isReplay: boolean
  /** Tests: steps with an effect put out their sample. */
  isSample: boolean
  /** Tests: the run ends after this step. */
  endsAfter: string | null
  ending: Ending | null
  costMicros: number
  startedAt: number
  /** Later it fails. */
  deadline: number
}

/** What stands for a large value in the state and in rows. */
export interface PayloadMark {
  $payload: number
  bytes: number
}
export const isMark = (value: Json | undefined): value is Json & PayloadMark =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value['$payload'] === 'number'
