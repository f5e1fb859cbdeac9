import type { RunStep } from '@imperium/contract/runs.ts'
import type { Settlement } from '../ai-models/index.ts'
import type { RunProgress } from './store.ts'
import type { ModelOutput } from './transcript.ts'

/** The result of a model call, written by itself or together with the end of the run. */
export interface ModelCallResult {
  step: RunStep
  output: ModelOutput
  progress: Omit<RunProgress, 'nextEventSeq'>
  settles: Settlement
}
