import type { Job, PgBoss } from 'pg-boss'

/** A job is tried again after one end of its process: it may have been the work of another. */
const mostDeaths = 2

const timedOut = 'job timed out'

/**
 * Counts with those jobs that were neither done nor handed back at their last attempt: their process ended, or hung. The count stands in
 * the data, which is the one part of a job that outlives an attempt. Returns the ids of those that did so `mostDeaths` times.
 */
export async function countDeaths(boss: PgBoss, queue: string, jobs: readonly Job[]): Promise<ReadonlySet<string>> {
  const again = jobs.filter(({ retryCount }) => retryCount > 0).map(({ id }) => id)
  if (again.length === 0) return new Set()
  const { rows } = await boss.getDb().executeSql(
    `update pgboss.job set data = data || jsonb_build_object('processDeaths', coalesce((data ->> 'processDeaths')::int, 0) + 1)
     where name = $1 and id = any($2::uuid[]) and state = 'active' and output #>> '{value,message}' = $3
     returning id, (data ->> 'processDeaths')::int as deaths`,
    [queue, again, timedOut],
  )
  return new Set((rows as { id: string; deaths: number }[]).filter(({ deaths }) => deaths >= mostDeaths).map(({ id }) => id))
}

/** The data as they were sent. */
export function withoutDeaths<T extends { orgId: string }>(data: T): T {
  const { processDeaths, ...sent } = data as T & { processDeaths?: number }
  return processDeaths === undefined ? data : (sent as unknown as T)
}
