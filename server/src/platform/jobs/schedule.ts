import pg from 'pg'
import type { Log } from '../log.ts'
import type { Tick } from '../tick.ts'

const leaderKey = 0x1e4d_0001
const candidateEveryMs = 2_000

export interface Schedule {
  stop(): Promise<void>
}

/**
 * Runs the ticks on one process at a time: the holder of the advisory lock leads, and losing the connection loses the lead, so
 * another takes over within seconds. Every tick is still safe to run twice.
 */
export function startSchedule(connection: pg.ClientConfig, ticks: readonly Tick[], log: Log): Schedule {
  let client: pg.Client | undefined
  let stopped = false
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()

  const lead = () => {
    for (const tick of ticks) {
      let busy = false
      const once = async () => {
        if (busy) return
        busy = true
        const done = tick.run().then(
          () => undefined,
          (error: unknown) => log.error({ err: error, tick: tick.name }, 'scheduled work failed'),
        )
        running.add(done)
        await done
        running.delete(done)
        busy = false
      }
      void once()
      timers.push(setInterval(() => void once(), tick.everyMs))
    }
  }
  const resign = () => {
    for (const timer of timers.splice(0)) clearInterval(timer)
    client = undefined
  }
  const candidate = async () => {
    if (client || stopped) return
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000, application_name: 'imperium_schedule' })
    next.on('error', resign)
    next.on('end', () => client === next && resign())
    try {
      await next.connect()
      const { rows } = await next.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [leaderKey])
      if (!rows[0]?.leads || stopped) {
        await next.end()
        return
      }
      client = next
      log.debug('this process leads the schedule')
      lead()
    } catch (error) {
      log.debug({ err: error }, 'could not stand for the schedule')
      await next.end().catch(() => undefined)
    }
  }
  const election = setInterval(() => void candidate(), candidateEveryMs)
  void candidate()
  return {
    stop: async () => {
      stopped = true
      clearInterval(election)
      const leading = client
      resign()
      await Promise.all(running)
      await leading?.end()
    },
  }
}
