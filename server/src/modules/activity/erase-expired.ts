import { historyDays, retentionDays } from '@imperium/contract/activity.ts'
import type { Platform } from '../../platform/platform.ts'
import { heldOrganizations, keptHistories } from '../../platform/retention.ts'
import type { KeptHistory, RetentionPeriod } from '../../platform/retention.ts'
import { listRetention } from './store.ts'
import type { Retention } from './store.ts'

const dayMs = 86_400_000
const organizationsAtOnce = 500

interface Rule {
  /** Null: for ever. */
  daysOf: (policy: Retention) => number | null
  shortestDays: number
  /** Months that ended longer ago are dropped. The database refuses by its own clock what this one may think old enough: a month more. */
  dropAfterDays: number
}

const shortestHistory = Math.min(...historyDays.filter((days) => days !== null))
const rules: Record<RetentionPeriod, Rule> = {
  // A month is dropped only after all of it expired for everybody.
  runs: { daysOf: ({ days }) => days, shortestDays: Math.min(...retentionDays), dropAfterDays: Math.max(...retentionDays) + 31 },
  // Months are dropped once they are empty.
  history: { daysOf: (policy) => policy.historyDays, shortestDays: shortestHistory, dropAfterDays: shortestHistory + 31 },
}

/**
 * Erases what is older than the retention of its organization, in small transactions to keep locks short. Counters, sums, consent
 * and the segment data of contacts stay. @returns the number of rows erased one by one.
 */
export async function eraseExpired(platform: Platform, period: RetentionPeriod): Promise<number> {
  let erased = 0
  for (const history of keptHistories(platform, period)) erased += await eraseHistory(platform, history, rules[period])
  return erased
}

async function eraseHistory(platform: Platform, history: KeptHistory, rule: Rule): Promise<number> {
  const { db, clock } = platform
  const now = clock.now().getTime()
  const before = (days: number) => new Date(now - days * dayMs)
  const held = await heldOrganizations(platform)
  let erased = 0
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const orgIds: string[] = await db.withSystem((tx) => history.organizations(tx, before(rule.shortestDays), from, organizationsAtOnce))
    const policyOf = await db.withSystem((tx) => listRetention(tx, orgIds))
    for (const orgId of orgIds) {
      const days = rule.daysOf(policyOf(orgId))
      if (days !== null && !held.has(orgId)) erased += await eraseOf(platform, history, orgId, before(days))
    }
    after = orgIds.at(-1) ?? null
    if (orgIds.length < organizationsAtOnce) break
  }
  const { dropMonths } = history
  // A month holds the rows of all organizations: none is dropped while one of them must lose nothing.
  if (dropMonths && held.size === 0) await db.withSystem((tx) => dropMonths(tx, before(rule.dropAfterDays)))
  return erased
}

async function eraseOf(platform: Platform, { eraseSome }: KeptHistory, orgId: string, end: Date): Promise<number> {
  for (let erased = 0; ;) {
    const count = await eraseSome(platform, orgId, end)
    if (count === null) return erased
    erased += count
  }
}
