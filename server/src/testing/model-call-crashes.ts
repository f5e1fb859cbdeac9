import { expect } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import type { TestApp } from './test-app.ts'
import { until } from './test-runs.ts'

/** What stands in the database of a call of a model: `metered` where it was settled. */
type CallState = 'nothing' | 'reserved' | 'sent' | 'unknown' | 'metered'

const forever = () => new Promise<never>(() => undefined)

/** The platform of a process that stops before or after its n-th transaction, and does nothing more. */
function stopping(t: TestApp, at: 'before' | 'after', n: number) {
  let count = 0
  const stop = { isDead: false }
  const die = () => {
    stop.isDead = true
    return forever()
  }
  const withOrg: Platform['db']['withOrg'] = async (orgId, work) => {
    const mine = ++count
    if (stop.isDead || (mine === n && at === 'before')) return die()
    const result = await t.platform.db.withOrg(orgId, work)
    return mine === n ? die() : result
  }
  return { platform: { ...t.platform, db: { ...t.platform.db, withOrg } } satisfies Platform, stop }
}

interface Spent {
  costMicros: number
  modelCalls: number
}

export async function spentBy(t: TestApp, orgId: string): Promise<Spent> {
  const { rows } = await t.owner.query<Spent>(
    'select coalesce(sum(cost_micros), 0)::int "costMicros", coalesce(sum(model_calls), 0)::int "modelCalls" from app.usage where org_id = $1',
    [orgId],
  )
  return rows[0] ?? { costMicros: 0, modelCalls: 0 }
}

export async function callsOf(t: TestApp, orgId: string): Promise<{ status: CallState; micros: number }[]> {
  const { rows } = await t.owner.query<{ status: CallState; micros: number }>(
    'select status, reserved_micros::int micros from app.model_calls where org_id = $1 order by id',
    [orgId],
  )
  return rows
}

/** Time passes without a sign of life, and the sweep of another process looks. */
export async function sweepDead(t: TestApp, orgId: string, sweep: () => Promise<unknown>): Promise<void> {
  await t.owner.query("update app.model_calls set alive_until = now() - interval '1 second' where org_id = $1", [orgId])
  await sweep()
}

interface CrashPoint {
  at: string
  left: CallState
  /** Of the provider, until the process stopped. */
  provider: number
  charged: 'nothing' | 'as reserved' | 'what it cost'
}

interface Crashes {
  orgId: string
  /** One call of a model by this process; resolves when it is through, or may when the process is dead. */
  work: (platform: Platform, isDead: () => boolean) => Promise<unknown>
  sweep: () => Promise<unknown>
  /** Requests that the provider has had. */
  provider: () => number
}

/**
 * Stops the process before and after each transaction of a path, lets the sweep of another one look, and says what was left and what was
 * charged. Each call is made alone: rows and meter are emptied before.
 */
export async function crashTable(t: TestApp, { orgId, work, sweep, provider }: Crashes): Promise<CrashPoint[]> {
  const points: CrashPoint[] = []
  for (let n = 1; ; n++) {
    for (const at of ['before', 'after'] as const) {
      for (const table of ['model_calls', 'usage_pending']) await t.owner.query(`delete from app.${table} where org_id = $1`, [orgId])
      const before = provider()
      const { platform, stop } = stopping(t, at, n)
      let isThrough = false
      void work(platform, () => stop.isDead).then(() => (isThrough = true))
      await until(async () => stop.isDead || isThrough)
      if (!stop.isDead) return points
      const [call, ...others] = await callsOf(t, orgId)
      expect(others).toEqual([])
      const spent = await spentBy(t, orgId)
      const left = call?.status ?? (spent.modelCalls > 0 ? 'metered' : 'nothing')
      const asked = provider() - before
      // Nothing leaves before the row says so, and a row that says so may be billed.
      expect(asked > 0 && (left === 'nothing' || left === 'reserved')).toBe(false)
      await sweepDead(t, orgId, sweep)
      const after = await spentBy(t, orgId)
      expect(after.modelCalls).toBe(left === 'sent' || left === 'metered' ? 1 : 0)
      expect(await callsOf(t, orgId)).toEqual(left === 'sent' ? [{ status: 'unknown', micros: after.costMicros }] : [])
      const charged = after.costMicros === 0 ? 'nothing' : left === 'sent' ? 'as reserved' : 'what it cost'
      points.push({ at: `${at} ${n}`, left, provider: asked, charged })
    }
  }
}
