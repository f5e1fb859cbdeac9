import { PgBoss } from 'pg-boss'
import type { Job } from 'pg-boss'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { AuthTx, OrgTx, SystemTx } from './db/database.ts'
import type { Log } from './log.ts'

/** `interactive`: somebody waits; `transactional`: soon; `bulk`: whenever there is room. Each has its own workers. */
export type Lane = 'interactive' | 'transactional' | 'bulk'

export interface JobDefinition<T extends { orgId: string } = { orgId: string }> {
  name: string
  lane: Lane
  /** How often a failed job is tried again, with backoff; 5 unless given. */
  retryLimit?: number
  /** Does the work for one job; throwing fails it. The tenant is in the data: a job has a tenant and no actor. */
  run: (data: T, job: { id: string; signal: AbortSignal }) => Promise<void>
}

export interface EnqueueOptions {
  startAfter?: Date
  priority?: number
}

// `perOrganization` of a queue's jobs at a time in one process (pg-boss wants it at most `loops`): a flood of one tenant leaves the
// rest of the loops to the others (SEC-45). Our handlers are short; what takes long is handed on (see runs/executor.ts).
const workersOfLane = {
  interactive: { loops: 6, batch: 5, perOrganization: 5 },
  transactional: { loops: 3, batch: 5, perOrganization: 2 },
  bulk: { loops: 2, batch: 5, perOrganization: 1 },
} as const

export interface Jobs {
  /** Connects; the queues must be prepared. */
  start(): Promise<void>
  /** Queues an organization's job in the caller's transaction: it exists when, and only when, that commits. */
  send(tx: OrgTx | AuthTx | SystemTx, name: string, data: { orgId: string }, options?: EnqueueOptions): Promise<void>
  /** Starts taking jobs. Until then this process only enqueues. */
  work(definitions: readonly JobDefinition[]): Promise<void>
  /** Waits for the jobs in hand up to `graceMs`, then lets them go back to the queue. */
  stop(graceMs: number): Promise<void>
}

export interface JobsOptions {
  /** As the owner: pg-boss keeps its own schema and maintains it. Nothing of a tenant is read through this connection. */
  connection: pg.PoolConfig
  /** The process that also maintains the queues. */
  supervise: boolean
  log: Log
}

/** Makes the schema, its queues and the grants by which a tenant may enqueue, and nothing more. Idempotent. */
export async function prepareQueues(connection: pg.PoolConfig, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(connection), supervise: false, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const name of names) if (!existing.has(name)) await boss.createQueue(name, queueOptions)
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
  notify: true,
  retryLimit: 5,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  expireInSeconds: 900,
  deleteAfterSeconds: 3600,
}

// A tenant's transaction may add jobs of its own group, and sees none but those. Statistics are refreshed early: stale ones cost 50x.
const queueGrants = `
  grant usage on schema pgboss to imperium_app, imperium_auth, imperium_system;
  grant select on pgboss.queue, pgboss.version to imperium_app, imperium_auth, imperium_system;
  grant select, insert on pgboss.job, pgboss.job_common to imperium_app, imperium_auth, imperium_system;
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
  useListenNotify: true,
  schedule: false,
  application_name: 'imperium_jobs',
})

export function createJobs({ connection, supervise, log }: JobsOptions): Jobs {
  const boss = new PgBoss({ ...bossOptions(connection), supervise, migrate: false, max: 6, monitorVacuum: supervise })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  const stopping = new AbortController()

  return {
    start: async () => void (await boss.start()),
    send: async (tx, name, data, options = {}) => {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: (await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows,
        }),
      }
      await boss.insert(
        name,
        [
          {
            data,
            group: { id: data.orgId },
            ...(options.startAfter ? { startAfter: options.startAfter } : {}),
            priority: options.priority ?? 0,
          },
        ],
        { db },
      )
    },
    work: async (definitions) => {
      for (const definition of definitions) await startWorkers(boss, definition, stopping.signal, log)
    },
    stop: async (graceMs) => {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: Math.max(1_000, graceMs) })
    },
  }
}

async function startWorkers(boss: PgBoss, definition: JobDefinition, signal: AbortSignal, log: Log): Promise<void> {
  const { loops, batch, perOrganization } = workersOfLane[definition.lane]
  const options = {
    batchSize: batch,
    burstWhenBatchFull: true,
    perJobResults: true,
    localConcurrency: loops,
    localGroupConcurrency: perOrganization,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 2,
  } as const
  await boss.work(definition.name, options, async (jobs: Job<{ orgId: string }>[]) =>
    Promise.all(jobs.map((job) => settle(definition, job, signal, log))),
  )
}

/** One job's failure is its own: the others of its batch are settled as they went. */
async function settle(definition: JobDefinition, job: Job<{ orgId: string }>, signal: AbortSignal, log: Log) {
  try {
    await definition.run(job.data, { id: job.id, signal })
    return { id: job.id, status: 'completed' as const }
  } catch (error) {
    log.error({ err: error, job: definition.name, jobId: job.id, orgId: job.data.orgId }, 'job failed')
    return { id: job.id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } }
  }
}
