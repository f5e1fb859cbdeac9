import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit.ts'
import { listJobsAside, retryJobAside } from '../platform/rest/rested-jobs.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

const mostListed = 200

export const jobsAside: Command = {
  name: 'jobs aside',
  usage: '',
  summary: 'Lists the jobs that ended their process twice and are therefore not tried again.',
  operands: 0,
  run: async ({ config, print }) => {
    const jobs = await withDatabase(config, (db) => db.withSystem((tx) => listJobsAside(tx, mostListed)))
    if (jobs.length === 0) return print('No job was set aside.')
    print('Set aside, queued, organization, name, id:')
    for (const { setAsideAt, queuedAt, orgId, name, id } of jobs)
      print(`  ${[setAsideAt.toISOString(), queuedAt.toISOString(), orgId, name, id].join('\t')}`)
    print('After the cause is mended: npm run admin -- jobs retry <id>')
  },
}

export const jobsRetry: Command = {
  name: 'jobs retry',
  usage: '<id>',
  summary: 'Tries a job again that was set aside.',
  operands: 1,
  run: async ({ config, operands: [id = ''], print }) => {
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw new StartError(`"${id}" is not the id of a job.`, { exitCode: 2 })
    await withDatabase(config, (db) =>
      db.withSystem(async (tx) => {
        const job = await retryJobAside(tx, id)
        if (!job) throw new StartError(`No job ${id} was set aside.`)
        // As a new row of the queue: where its organization is at rest, it waits there like any other.
        await sql`
          insert into pgboss.job (id, name, data, priority, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
            deletion_seconds, keep_until, policy, group_id)
          select ${job.id}, q.name, ${JSON.stringify(job.data)}::jsonb, ${job.priority}, q.retry_limit, q.retry_delay, q.retry_backoff,
            q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy, ${job.orgId}
          from pgboss.queue q where q.name = ${job.name}`.execute(tx)
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        await recordAudit(tx, null, { actor, action: 'jobs.retry', target: { kind: 'job', id, name: job.name } })
      }),
    )
    print('It is tried again within seconds.')
  },
}
