import { sql } from 'kysely'
import type { WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { KeyRing } from '../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { openMeals, sealMeals } from './seal-plan.ts'

export interface StoredDay {
  day: number
  version: number
  meals: WrittenMeal[]
}

/** The newest version of each day. */
export async function listDays(keyRing: KeyRing, tx: OrgTx, planId: string): Promise<StoredDay[]> {
  const { rows } = await sql<{ day: number; version: number; sealed_meals: string }>`
    select distinct on (day) day, version, sealed_meals from app.diet_plan_days where plan_id = ${planId} order by day, version desc`.execute(
    tx,
  )
  return rows.map(({ day, version, sealed_meals: sealed }) => ({
    day,
    version,
    meals: openMeals(keyRing, { planId, day, version }, sealed),
  }))
}

/** Days that are not written yet, ascending. */
export async function missingDays(tx: OrgTx, planId: string, numberOfDays: number): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select day from generate_series(1, ${numberOfDays}) day
    where not exists (select from app.diet_plan_days d where d.plan_id = ${planId} and d.day = day.day) order by day`.execute(tx)
  return rows.map(({ day }) => day)
}

/** A day that is there already in this version stays as it is. */
export async function insertDays(
  keyRing: KeyRing,
  tx: OrgTx,
  { planId, version }: { planId: string; version: number },
  days: readonly { day: number; meals: readonly WrittenMeal[] }[],
): Promise<void> {
  if (days.length === 0) return
  await tx
    .insertInto('diet_plan_days')
    .values(
      days.map(({ day, meals }) => ({
        org_id: tx.orgId,
        plan_id: planId,
        day,
        version,
        sealed_meals: sealMeals(keyRing, { planId, day, version }, meals),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

export interface NewVersion {
  planId: string
  version: number
  reason: 'generated' | 'day' | 'meal' | 'edited'
  day: number | null
  by: { id: string | null; name: string }
}

export async function insertVersion(tx: OrgTx, { planId, version, reason, day, by }: NewVersion): Promise<void> {
  await tx
    .insertInto('diet_plan_versions')
    .values({ org_id: tx.orgId, plan_id: planId, version, reason, day, by_id: by.id, by_name: by.name })
    .execute()
}

export const listVersions = (tx: OrgTx, planId: string) =>
  tx
    .selectFrom('diet_plan_versions')
    .select(['version', 'reason', 'day', 'by_name', 'created_at'])
    .where('plan_id', '=', planId)
    .orderBy('version', 'desc')
    .execute()
