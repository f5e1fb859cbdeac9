import type pg from 'pg'
import { behindFence } from '../db/transaction-fence.ts'
import type { TransactionFence } from '../db/transaction-fence.ts'
import type { Hold } from '../installation/hold.ts'
import { LeaseLostError } from '../leases/lease-table.ts'
import type { Log } from '../log.ts'
import type { Tick } from '../tick.ts'
import { leadTimes, ScheduleLead } from './schedule-lead.ts'
import type { Lead, LeadTimes } from './schedule-lead.ts'

export interface Schedule {
  stop(): Promise<void>
}

interface ScheduleOptions {
  /** As the system role: the lead is a row of the platform. */
  connection: pg.ClientConfig
  ticks: readonly Tick[]
  hold: Hold
  log: Log
  times?: LeadTimes
}

/**
 * Runs the ticks on one process at a time: the holder of the lead (`schedule-lead.ts`). Candidates look at its heartbeat, so that a
 * frozen or unreachable leader is replaced within seconds; when it wakes, its fence ends what it was doing.
 */
export function startSchedule({ connection, ticks, hold, log, times = leadTimes }: ScheduleOptions): Schedule {
  const place = new ScheduleLead(connection, log, times)
  let leading: { lead: Lead; work: Work } | undefined
  let isStopped = false
  let beating: Promise<void> | undefined

  const resign = async () => {
    const before = leading
    leading = undefined
    await before?.work.stop()
  }
  const beat = async () => {
    const lead = await place.beat()
    if (lead && lead === leading?.lead) return
    // The work of an earlier lead ends by its own fence; the new one does not wait for it.
    void resign()
    if (lead && !isStopped) leading = { lead, work: runTicks({ ticks, hold, log, isSure: lead.isSure, fence: lead.fence }) }
  }
  const beatNow = () => {
    beating ??= beat().finally(() => {
      beating = undefined
    })
  }
  const election = setInterval(beatNow, times.beatEveryMs)
  beatNow()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(election)
      await beating
      await resign()
      await place.release()
    },
  }
}

/**
 * Runs the ticks that every process runs by itself, whoever leads: the recovery of dead workers' items must not hang on one process.
 * They are safe to run at the same time.
 */
export const startOwnTicks = (ticks: readonly Tick[], hold: Hold, log: Log): Schedule => runTicks({ ticks, hold, log, isSure: () => true })

interface Work {
  stop(): Promise<void>
}

interface TicksOptions {
  ticks: readonly Tick[]
  hold: Hold
  log: Log
  isSure: () => boolean
  fence?: TransactionFence
}

function runTicks({ ticks, hold, log, isSure, fence }: TicksOptions): Work {
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
  for (const tick of ticks) {
    let isBusy = false
    const once = async () => {
      if (isBusy || !isSure() || (hold.isOn() && !tick.whileHeld)) return
      isBusy = true
      const done = Promise.resolve(fence ? behindFence(fence, tick.run) : tick.run()).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof LeaseLostError) log.warn({ tick: tick.name }, 'scheduled work ended: this process no longer leads')
          else log.error({ err: error, tick: tick.name }, 'scheduled work failed')
        },
      )
      running.add(done)
      await done
      running.delete(done)
      isBusy = false
    }
    void once()
    timers.push(setInterval(() => void once(), tick.everyMs))
  }
  return {
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
