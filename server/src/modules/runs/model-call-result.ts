import type { RunStep } from '@imperium/contract/runs.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import type { RunProgress } from './store.ts'
import type { ModelOutput } from './transcript.ts'

/** The result of a model call, written by itself or together with the end of the run. */
export interface ModelCallResult {
  step: RunStep
  output: ModelOutput
  progress: Omit<RunProgress, 'nextEventSeq'>
  usage: UsageEntry
}
