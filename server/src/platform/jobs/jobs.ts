import { PgBoss } from 'pg-boss'
import type { Job } from 'pg-boss'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { announce } from '../db/database.ts'
import type { AuthTx, Database, OrgTx, SystemTx } from '../db/database.ts'
import { countDeaths, withoutDeaths } from './job-deaths.ts'
import { dispatchJobs } from './job-dispatcher.ts'
import type { Dispatcher } from './job-dispatcher.ts'
import { defineSignal } from '../events/live.ts'
import type { Live } from '../events/live.ts'
import type { Hold } from '../installation/hold.ts'
import type { Log } from '../log.ts'
import { tellSetAside } from '../notifications/set-aside-notice.ts'
import { restJobs, setJobAside, takeRestedJobs } from '../rest/rested-jobs.ts'

/** `interactive`: a user waits; `transactional`: soon; `bulk`: when workers are free. Each has its own workers. */
export type Lane = 'interactive' | 'transactional' | 'bulk'

export interface JobDefinition<T extends { orgId: string } = { orgId: string }> {
  name: string
  lane: Lane
  /**
   * Why it runs for an organization that is suspended or waits for its deletion: the security of accounts, deletion and erasure, what
   * people are owed. Every other job waits until the organization is taken up again.
   */
  worksAtRest?: string
  /** Does the work for one job; throwing fails it. The tenant is in the data: a job has a tenant and no actor. */
  run: (data: T, job: { id: string; signal: AbortSignal }) => Promise<void>
}

export interface EnqueueOptions {
  startAfter?: Date
  priority?: number
  /** How often a failed job is tried again, with backoff of at most 5 minutes; 5 times unless given. */
  retryLimit?: number
}

// Per queue and process. A flood of one tenant leaves slots to the others (SEC-45). Our handlers are short; long work is
// passed on (see runs/executor.ts).
const shareOfLane = {
  interactive: { most: 24, perOrganization: 8, batch: 8 },
  transactional: { most: 12, perOrganization: 4, batch: 4 },
  bulk: { most: 6, perOrganization: 2, batch: 2 },
} as const

export interface Jobs {
  /** Connects; the queues must be prepared. */
  start(): Promise<void>
  /** Queues an organization's job in the caller's transaction: it exists when, and only when, that commits. */
  send<T extends { orgId: string }>(tx: OrgTx | AuthTx | SystemTx, name: string, data: T, options?: EnqueueOptions): Promise<void>
  /** Queues up to `most` jobs of an organization again that waited while it was at rest; returns how many. */
  wake(tx: SystemTx, orgId: string, most: number): Promise<number>
  /** Starts taking jobs. Until then this process only enqueues. */
  work(definitions: readonly JobDefinition[]): Promise<void>
  /** Waits up to `graceMs` for jobs in flight, then hands them back to the queue. */
  stop(graceMs: number): Promise<void>
}

export interface JobsOptions {
  /** As the owner: pg-boss maintains its own schema. No tenant data is read through this connection. */
  connection: pg.PoolConfig
  db: Database
  /** Signals new jobs. */
  live: Live
  /** No job is taken while it is on. */
  hold: Hold
  /** The process that also maintains the queues. */
  supervise: boolean
  log: Log
}

/** Creates only the schema, its queues and the grants that let a tenant enqueue. Idempotent. */
export async function prepareQueues(connection: pg.PoolConfig, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connection), supervise: false, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const name of names) {
      const queue = existing.get(name)
      if (!queue) await boss.createQueue(name, queueOptions)
      else if (queue.notify || queue.retentionSeconds !== queueOptions.retentionSeconds) await boss.updateQueue(name, queueOptions)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(queueGrants)
  } finally {
    await client.end()
  }
}

const queueOptions = {
  // We signal workers ourselves, after the commit: see db/announcements.ts.
  notify: false,
  retryLimit: 5,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  expireInSeconds: 900,
  // Of jobs that failed for good; those that are done are removed at once.
  deleteAfterSeconds: 3_600,
  // A queue that waits longer than the 14 days of the default, as in a restored copy, must lose nothing.
  retentionSeconds: 90 * 86_400,
}

// A tenant's transaction may add and see only jobs of its own group. Statistics are refreshed early: stale ones cost 50x.
const queueGrants = `
  grant usage on schema pgboss to imperium_app, imperium_auth, imperium_system;
  grant select on pgboss.queue, pgboss.version to imperium_app, imperium_auth, imperium_system;
  grant select, insert on pgboss.job, pgboss.job_common to imperium_app, imperium_auth, imperium_system;
  grant delete on pgboss.job, pgboss.job_common to imperium_app, imperium_system;
  alter table pgboss.job_common set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);
  do $$ begin
    if not exists (select 1 from pg_policies where schemaname = 'pgboss' and policyname = 'tenant') then
      alter table pgboss.job enable row level security;
      alter table pgboss.job_common enable row level security;
      create policy tenant on pgboss.job to imperium_app using (group_id = current_setting('app.org_id', true)) with check (group_id = current_setting('app.org_id', true));
      create policy tenant on pgboss.job_common to imperium_app using (group_id = current_setting('app.org_id', true)) with check (group_id = current_setting('app.org_id', true));
      create policy sweep on pgboss.job to imperium_auth, imperium_system using (true) with check (true);
      create policy sweep on pgboss.job_common to imperium_auth, imperium_system using (true) with check (true);
    end if;
  end $$;
`

const bossOptions = (connection: pg.PoolConfig) => ({
  ...(connection as object),
  schema: 'pgboss',
  schedule: false,
  application_name: 'imperium_jobs',
})

const patienceMs = [300, 1_000, 3_000]

/** A database that is busy for a moment must cost no job an attempt. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const ms of patienceMs) {
    try {
      return await work()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return work()
}

/** The caller's transaction, as pg-boss takes it. */
const within = (tx: OrgTx | AuthTx | SystemTx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: (await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows }),
})

const jobQueued = defineSignal<{ queue: string }>('job')

export function createJobs({ connection, db, live, hold, supervise, log }: JobsOptions): Jobs {
  const boss = new PgBoss({
    ...bossOptions(connection),
    supervise,
    migrate: false,
    max: 3,
    monitorVacuum: supervise,
    // Failed jobs are kept for an hour, and not for a day as by default: their data may hold what people wrote.
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  const stopping = new AbortController()
  const dispatchers = new Map<string, Dispatcher>()
  const offs = [
    live.on(jobQueued, (message) => dispatchers.get(message.queue)?.wake()),
    live.onGap(() => dispatchers.forEach((dispatcher) => dispatcher.wake())),
    hold.onChange(() => dispatchers.forEach((dispatcher) => dispatcher.wake())),
  ]

  const send: Jobs['send'] = async (tx, name, data, options = {}) => {
    await boss.insert(
      name,
      [
        {
          data,
          group: { id: data.orgId },
          ...(options.startAfter ? { startAfter: options.startAfter } : {}),
          priority: options.priority ?? 0,
          ...(options.retryLimit === undefined ? {} : { retryLimit: options.retryLimit }),
        },
      ],
      { db: within(tx) },
    )
    if (!options.startAfter) announce(tx, jobQueued({ queue: name }))
  }

  return {
    start: async () => void (await boss.start()),
    send,
    wake: async (tx, orgId, most) => {
      const rested = await takeRestedJobs(tx, orgId, most)
      for (const [name, jobs] of Map.groupBy(rested, (job) => job.name)) {
        await boss.insert(
          name,
          jobs.map(({ id, data, priority, retryLimit }) => ({ id, data, priority, retryLimit, group: { id: orgId } })),
          { db: within(tx) },
        )
        announce(tx, jobQueued({ queue: name }))
      }
      return rested.length
    },
    work: async (definitions) => {
      for (const { name, lane, run, worksAtRest } of definitions) {
        const take = (job: Job<{ orgId: string }>) => run(withoutDeaths(job.data), { id: job.id, signal: stopping.signal })
        const rest = async (jobs: readonly Job<{ orgId: string }>[]) => {
          const deadly = await countDeaths(boss, name, jobs)
          for (const job of jobs.filter(({ id }) => deadly.has(id))) {
            const { orgId } = job.data
            await db.withSystem(async (tx) => {
              if (await setJobAside(tx, name, job)) await tellSetAside({ send }, tx, { orgId, jobId: job.id, name })
            })
            log.error({ job: name, jobId: job.id, orgId }, 'a job ended its process twice and was set aside')
          }
          return worksAtRest ? deadly : new Set([...deadly, ...(await patiently(() => restJobs({ db }, name, jobs)))])
        }
        dispatchers.set(name, dispatchJobs(boss, { queue: name, ...shareOfLane[lane], run: take, rest, isHeld: hold.isOn }, log))
      }
    },
    stop: async (graceMs) => {
      stopping.abort()
      offs.forEach((off) => off())
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop(graceMs)))
      await boss.stop({ graceful: false })
    },
  }
}
