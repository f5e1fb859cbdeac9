import type { Json } from '@imperium/contract/workflow-definition.ts'

/** One place in the graph where a run is. A run has several while branches or turns of a loop go on side by side. */
export interface Token {
  step: string
  /** Key of the scope it is in; null outside of loops and branches. */
  scope: number | null
  /** ready: to be begun. called: handed out, its result is awaited. waiting: for a time or a signal. backoff: before the next attempt. */
  phase: 'ready' | 'called' | 'waiting' | 'backoff'
  /** From 1. */
  attempt: number
  /** Number of the step's row; 0 before it begins. */
  seq: number
  /** Milliseconds since 1970: end of a wait or of a backoff. */
  until: number | null
  wait: { kind: 'time' | 'event' | 'webhook' | 'approval' | 'run' | 'workflow' | 'message'; key: string; match?: Record<string, Json> } | null
  /** Which branch of a `parallel` step it goes. */
  branch?: string
}

/** A loop or a parallel step that is under way. A turn of a loop is a scope of its own within the loop's. */
export interface Scope {
  kind: 'loop' | 'turn' | 'parallel'
  parent: number | null
  step: string
  /** Row of the loop's or parallel step's execution. */
  seq: number
  /** Tokens and scopes in it that have not ended. */
  open: number
  /** turn: its index and item. loop: items to come, in `next`. */
  index?: number
  item?: Json
  items?: Json[]
  next?: number
  /** Outputs by turn or by branch; null until there. */
  results: Record<string, Json>
  /** The join that the branches reached, and whether the first is enough. */
  join?: string
}

/** Everything a run is between two commits. Plain JSON; large outputs are `{ $payload: id, bytes }`. */
export interface RunState {
  tokens: Record<string, Token>
  scopes: Record<string, Scope>
  /** Newest output of each step, by scope key ('' outside) and step id: `3/qualify`. */
  outputs: Record<string, Json>
  /** Set by `set` steps. */
  vars: Record<string, Json>
  trigger: Json
  nextToken: number
  nextScope: number
  nextSeq: number
  nextPayload: number
  /** What `respond` said; null before. */
  response: { status: number; headers: Record<string, string>; body: Json } | null
  /** What the run ends with. */
  output: Json
  /** Executions whose results are taken from an earlier run, by `step@scope#attempt`: a retry and a replay are a run with these. */
  recorded: Record<string, { output: Json; port: string }>
  startedAt: number
}
