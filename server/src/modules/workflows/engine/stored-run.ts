import type { StepError } from '../core/state.ts'
import type { Abandoned, RunFacts } from '../core/machine.ts'
import type { RunState } from '../core/state.ts'
import type { StartRequest } from './engine.ts'

/** What `workflow_live.state` holds: everything to go on with the run in any process. */
export interface StoredRun {
  state: RunState
  facts: RunFacts
  version: number
  trigger: StartRequest['trigger']
  /** As the history shows it: written only when it changes. */
  status: string
  parent: { runId: string; token: number } | null
}

/** The row of the history as it is inserted. */
export interface NewRun {
  startKey: string | null
  retryOf: string | null
  /** JSON of the definition of a draft. */
  definition: string | null
  /** JSON of what it was given. */
  input: string
}

/** One run as it is to be written now. */
export interface RunWrite {
  orgId: string
  runId: string
  workflowId: string
  stored: StoredRun
  /** null: the run is in the database. */
  fresh: NewRun | null
  epoch: number
  concurrency: { key: string; limit: number } | null
  /** Null while it goes on. */
  end: { status: 'success' | 'failed' | 'cancelled'; step: string | null; error: StepError | null; output: string; at: number } | null
  /** While it goes on: as the history shows it, who works on it, and when it goes on by itself. */
  live: { status: string; dbStatus: 'leased' | 'ready' | 'waiting' | 'queued'; owner: string | null; wakeAt: Date } | null
  rows: readonly string[]
  payloads: readonly string[]
  waits: readonly string[]
  closed: readonly number[]
  abandoned: readonly Abandoned[]
  taken: readonly number[]
}

/** What the database said about a run that was written. */
export interface Written {
  /** Another worker has it: nothing of it was written. */
  isLost: boolean
  /** The start key was known: nothing of it was written. */
  repeatOf: string | null
  cancel: boolean
  pause: boolean
  signalled: boolean
}
