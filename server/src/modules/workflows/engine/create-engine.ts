import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { StepDefinition } from '../steps/step-type.ts'
import { cancelRuns } from './cancel-runs.ts'
import { inTransaction } from '../../../platform/db/group-commit.ts'
import { createCommitter } from './committer.ts'
import { Drive } from './drive-run.ts'
import type { DriveNeeds } from './drive-run.ts'
import type { Engine, StartRequest, StartedRun } from './engine.ts'
import { createPrograms } from './programs.ts'
import type { Programs } from './programs.ts'
import { createResponses } from './run-responses.ts'
import type { RunSession } from './run-session.ts'
import type { Written } from './stored-run.ts'
import { sendSignal } from './send-signal.ts'
import { admitSession, makeSession, repeatedRun, startIn, writeUnbegun } from './start-run.ts'
import { createWorker } from './worker.ts'
import type { Worker } from './worker.ts'

/** Most runs started here that this process continues itself; other processes take the rest. */
const mostActiveRuns = 2_000

export interface EngineProcess extends Engine {
  /** Starts to take due runs; without it this process only starts runs. */
  startWorker(): Promise<{ stop(graceMs: number): Promise<void> }>
}

export function createEngine(platform: Platform, types: ReadonlyMap<string, StepDefinition>): EngineProcess {
  const committer = createCommitter(platform)
  const responses = createResponses(platform)
  const making = createPrograms(platform, types)
  let worker: Worker | undefined

  const onWritten = (session: RunSession, _isFirst: boolean, written: Written) => {
    if (!written.isLost && !written.repeatOf) responses.written(session)
  }
  const withOrg =
    (orgId: string) =>
    <T>(work: (tx: OrgTx) => Promise<T>) =>
      platform.db.withOrg(orgId, work)

  /** Drives a new run until its first write, then in the background. */
  const driveFresh = (session: RunSession): Promise<StartedRun> =>
    new Promise((resolve, reject) => {
      const first: DriveNeeds['onWritten'] = (of, isFirst, written) => {
        onWritten(of, isFirst, written)
        if (!isFirst) return
        if (written.repeatOf) platform.db.withOrg(of.orgId, (tx) => repeatedRun(tx, written.repeatOf ?? '')).then(resolve, reject)
        else resolve({ runId: of.runId, status: of.status as StartedRun['status'], isRepeat: false })
      }
      const needs: DriveNeeds = {
        platform,
        committer,
        onWritten: first,
        owner: worker?.owner ?? null,
      }
      const drive = new Drive(needs, session)
      const done = worker ? worker.keep(drive) : drive.run()
      done.catch(reject)
    })

  const start = async (orgId: string, request: StartRequest): Promise<StartedRun> => {
    const programs: Programs = await making
    const session = await makeSession(platform, programs, orgId, request, withOrg(orgId))
    const isFull = worker ? worker.inFlight() >= mostActiveRuns || worker.isStopping() : false
    if (!session.basis.concurrency && !isFull) return driveFresh(session)
    const started = await inTransaction(platform.db, orgId, async (tx) => {
      const status = await admitSession(platform, tx, session)
      return writeUnbegun(platform, tx, session, status)
    })
    return started
  }
  return {
    start,
    startIn: async (tx, request) => startIn(platform, await making, tx, request),
    awaitResponse: (orgId, runId, timeoutMs) => responses.wait(orgId, runId, timeoutMs),
    signal: (tx, what) => sendSignal(platform, tx, what),
    cancelAll: (tx, workflowId) => cancelRuns(platform, tx, { workflowId }),
    startWorker: async () => {
      const started = createWorker({ platform, programs: await making, committer, onWritten })
      worker = started
      return {
        stop: async (graceMs) => {
          await started.stop(graceMs)
          worker = undefined
        },
      }
    },
  }
}
