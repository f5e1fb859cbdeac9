import type { StepError } from '../core/state.ts'
import type { Abandoned, RunFacts } from '../core/machine.ts'
import type { RunState } from '../core/state.ts'
import type { StartRequest } from './engine.ts'

/** What `workflow_live.state` holds: everything that another process needs to continue the run. */
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
  boundByKeys: readonly string[]
  /** JSON of the definition of a draft. */
  definition: string | null
  /** JSON of the run's input. */
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
  /** Null while the run is open. */
  end: { status: 'success' | 'failed' | 'cancelled'; step: string | null; error: StepError | null; output: string; at: number } | null
  /** While the run is open: its status in the history, its owner, and when it continues by itself. */
  live: { status: string; dbStatus: 'leased' | 'ready' | 'waiting' | 'queued'; owner: string | null; wakeAt: Date } | null
  rows: readonly string[]
  payloads: readonly string[]
  waits: readonly string[]
  closed: readonly number[]
  abandoned: readonly Abandoned[]
  taken: readonly number[]
}

/** What the database returned for a run that was written. */
export interface Written {
  /** Another worker has the lease: nothing was written. */
  isLost: boolean
  /** The start key was known: nothing was written. */
  repeatOf: string | null
  cancel: boolean
  pause: boolean
  signalled: boolean
}
