import type { Platform } from '../../../platform/platform.ts'

/** What a run that waits for another one needs of the executor of its process. */
interface TakesRuns {
  /** Processes one run out of turn, beside the slots. */
  take(orgId: string, runId: string): Promise<boolean>
}

const executors = new WeakMap<Platform, TakesRuns>()

export const provideExecutor = (platform: Platform, executor: TakesRuns): void => void executors.set(platform, executor)

/** The executor of this process; undefined where no worker runs. */
export const executorOf = (platform: Platform): TakesRuns | undefined => executors.get(platform)
