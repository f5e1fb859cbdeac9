import { sql } from 'kysely'
import type { OwnFood } from '@imperium/contract/diet-plans/own-foods.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

export interface FoodOfFile extends Omit<OwnFood, 'id' | 'addedBy' | 'updatedAt'> {
  line: number
}

export async function listOwnFoods(tx: OrgTx, most: number): Promise<OwnFood[]> {
  const rows = await tx
    .selectFrom('diet_own_foods')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kcal: row.kcal,
    protein: row.protein,
    carbs: row.carbs,
    fat: row.fat,
    sodium: row.sodium,
    measure: row.measure,
    measureGrams: row.measure_grams,
    source: row.source,
    addedBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
  }))
}

export async function countOwnFoods(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('diet_own_foods')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A food with a known name is changed. Whether it is new. */
export async function saveOwnFood(tx: OrgTx, food: FoodOfFile, by: { id: string; name: string }, at: Date): Promise<boolean> {
  const values = {
    name: food.name,
    kcal: food.kcal,
    protein: food.protein,
    carbs: food.carbs,
    fat: food.fat,
    sodium: food.sodium,
    measure: food.measure,
    measure_grams: food.measureGrams,
    source: food.source,
    updated_at: at,
  }
  const changed = await tx
    .updateTable('diet_own_foods')
    .set(values)
    .where(sql<boolean>`lower(name) = lower(${food.name})`)
    .returning('id')
    .executeTakeFirst()
  if (changed) return false
  await tx
    .insertInto('diet_own_foods')
    .values({ ...values, org_id: tx.orgId, id: newId(), created_by: by.id, created_by_name: by.name })
    .execute()
  return true
}

export const deleteOwnFood = (tx: OrgTx, id: string) =>
  tx.deleteFrom('diet_own_foods').where('id', '=', id).returning(['id', 'name']).executeTakeFirst()

export const exportOwnFoods = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('diet_own_foods')
    .select(['org_id as organizationId', 'id', 'name', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
