import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'

const flushEveryMs = 2_000

/** Buffers key uses in memory and writes them every two seconds: a crash loses at most those, and they are not billed. */
export function createKeyUsage(db: Database, clock: Clock, log: Log) {
  const waiting = new Map<string, { uses: number; lastAt: Date }>()
  const add = (id: string, uses: number, lastAt: Date) => {
    const known = waiting.get(id)
    waiting.set(id, { uses: (known?.uses ?? 0) + uses, lastAt: known && known.lastAt > lastAt ? known.lastAt : lastAt })
  }
  const flush = async () => {
    if (waiting.size === 0) return
    // Always in the order of ids: two processes that write the same keys do not wait for each other in a circle.
    const batch = [...waiting].toSorted(([a], [b]) => a.localeCompare(b))
    waiting.clear()
    const ids = batch.map(([id]) => id)
    const uses = batch.map(([, each]) => each.uses)
    const times = batch.map(([, each]) => each.lastAt.toISOString())
    try {
      await sql`with used as (select * from unnest(${ids}::uuid[], ${uses}::bigint[], ${times}::timestamptz[]) as u (id, uses, last_at)),
          held as (select k.org_id, k.id from app.api_keys k where k.id = any(${ids}::uuid[]) order by k.id for update)
        update app.api_keys k set usage_count = k.usage_count + used.uses, last_used_at = greatest(k.last_used_at, used.last_at)
        from used join held on held.id = used.id where k.org_id = held.org_id and k.id = held.id`.execute(db.authLookup)
    } catch (error) {
      for (const [id, each] of batch) add(id, each.uses, each.lastAt)
      log.warn({ err: error }, 'uses of API keys could not be written yet')
    }
  }
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()
  return {
    count: (id: string) => add(id, 1, clock.now()),
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
