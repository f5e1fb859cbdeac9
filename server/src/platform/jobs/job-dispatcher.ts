import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

export interface Dispatch {
  queue: string
  /** Jobs processed concurrently in this process. */
  most: number
  /** So many in hand of one organization, and no more of its jobs are fetched until some are done (SEC-45). */
  perOrganization: number
  /** Fetched at a time; so many an organization may be above its share. */
  batch: number
  run: (job: Job<{ orgId: string }>) => Promise<void>
  /** Takes those of fetched jobs out of the queue that must not run now: their organization is at rest, or they ended their process twice. Returns their ids. */
  rest: (jobs: readonly Job<{ orgId: string }>[]) => Promise<ReadonlySet<string>>
  /** Jobs wait while it answers true. */
  isHeld: () => boolean
}

export interface Dispatcher {
  /** There may be a job. */
  wake(): void
  /** Stops fetching, waits up to `graceMs` for jobs in flight, then hands them back to the queue. */
  stop(graceMs: number): Promise<void>
}

/** A wake-up can get lost (see db/announcements.ts) and a job can become due: so the queue is also polled. */
const lookEveryMs = 2_000

/** The loop waits on it: it continues on a signal (also an earlier one) or after a while. */
function createWakeup() {
  let isRung = false
  let awaken: (() => void) | undefined
  return {
    notify: () => {
      isRung = true
      awaken?.()
    },
    hush: () => {
      isRung = false
    },
    rest: (): Promise<void> => {
      if (isRung) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(() => awaken?.(), lookEveryMs)
        awaken = () => {
          clearTimeout(timer)
          awaken = undefined
          resolve()
        }
      })
    },
  }
}

/** Reports job results to the queue; those that are done are batched while another batch is in flight. */
function createReports(boss: PgBoss, queue: string, log: Log) {
  let done: Job<{ orgId: string }>[] = []
  let completing: Promise<void> | undefined
  const completeAll = async (): Promise<void> => {
    while (done.length > 0) {
      const jobs = done
      done = []
      // Not taken out, they expire and are done again: a job is at-least-once.
      await removeDone(boss, queue, jobs).catch((error: unknown) => log.error({ err: error, queue }, 'jobs could not be completed'))
    }
    completing = undefined
  }
  return {
    complete: (job: Job<{ orgId: string }>): void => {
      done.push(job)
      completing ??= completeAll()
    },
    fail: async (jobs: Job<{ orgId: string }>[], message: string): Promise<void> => {
      await boss
        .fail(queue, jobs.map(attemptOf), { message })
        .catch((error: unknown) => log.error({ err: error, queue }, 'a job could not be failed'))
    },
    /** Resolves when all completions so far are reported. */
    settled: async (): Promise<void> => completing,
  }
}

/**
 * Fetches and runs the jobs of one queue. One fetch at a time, and batched completions: an idle queue
 * costs one short statement in two seconds, and a busy one two statements for many jobs.
 */
export function dispatchJobs(boss: PgBoss, { queue, most, perOrganization, batch, run, rest, isHeld }: Dispatch, log: Log): Dispatcher {
  const inHand = new Map<Job<{ orgId: string }>, Promise<void>>()
  const ofOrganization = new Map<string, number>()
  let isStopping = false
  let mayBeMore = false
  const wakeup = createWakeup()
  const reports = createReports(boss, queue, log)

  const work = async (job: Job<{ orgId: string }>): Promise<void> => {
    const { orgId } = job.data
    try {
      await run(job)
      reports.complete(job)
    } catch (error) {
      log.error({ err: error, job: queue, jobId: job.id, orgId }, 'job failed')
      await reports.fail([job], error instanceof Error ? error.message : String(error))
    } finally {
      inHand.delete(job)
      const left = (ofOrganization.get(orgId) ?? 1) - 1
      if (left > 0) ofOrganization.set(orgId, left)
      else ofOrganization.delete(orgId)
      // Not at every single one: a fetch is worth several jobs.
      if (mayBeMore && (inHand.size <= most / 2 || left <= perOrganization / 2)) wakeup.notify()
    }
  }

  /** Where that cannot be asked, none of them runs: they are handed back to the queue. */
  const restOrHandBack = (jobs: Job<{ orgId: string }>[]): Promise<ReadonlySet<string>> =>
    rest(jobs).catch(async (error: unknown) => {
      await reports.fail(jobs, 'It could not be read whether the organization is at rest.')
      throw error
    })

  /** True when slots are free and the queue has no job for them. */
  const fetchOnce = async (): Promise<boolean> => {
    if (isHeld()) return true
    const batchSize = Math.min(batch, most - inHand.size)
    if (batchSize <= 0) return false
    const ignoreGroups = [...ofOrganization].filter(([, count]) => count >= perOrganization).map(([orgId]) => orgId)
    const jobs = await boss.fetch<{ orgId: string }>(queue, { batchSize, ...(ignoreGroups.length > 0 ? { ignoreGroups } : {}) })
    const resting = jobs.length > 0 ? await restOrHandBack(jobs) : new Set()
    for (const job of jobs) {
      if (resting.has(job.id)) continue
      ofOrganization.set(job.data.orgId, (ofOrganization.get(job.data.orgId) ?? 0) + 1)
      inHand.set(job, work(job))
    }
    if (jobs.length === batchSize) return false
    mayBeMore = ignoreGroups.length > 0
    return true
  }

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      wakeup.hush()
      mayBeMore = true
      try {
        if (!(await fetchOnce()) && inHand.size < most) continue
      } catch (error) {
        log.error({ err: error, queue }, 'jobs could not be fetched')
        wakeup.hush()
      }
      await wakeup.rest()
    }
  }
  const looping = loop()

  return {
    wake: wakeup.notify,
    stop: async (graceMs) => {
      isStopping = true
      wakeup.notify()
      await looping
      await Promise.race([Promise.all(inHand.values()), new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
      await reports.settled()
      if (inHand.size > 0) await reports.fail([...inHand.keys()], 'The process was stopped while it worked on this job.')
    },
  }
}

/** What is done is not kept: the data of jobs may hold emails and addresses of people. */
async function removeDone(boss: PgBoss, queue: string, jobs: readonly Job[]): Promise<void> {
  await boss.getDb().executeSql(
    `delete from pgboss.job j using unnest($2::uuid[], $3::int[]) as done (id, retry_count)
     where j.name = $1 and j.id = done.id and j.retry_count = done.retry_count and j.state = 'active'`,
    [queue, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}

const attemptOf = ({ id, retryCount }: Job) => ({ id, retryCount })
