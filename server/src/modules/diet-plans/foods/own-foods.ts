import { ownFoodLimits } from '@imperium/contract/diet-plans/own-foods.ts'
import type { OwnFood, OwnFoodImport } from '@imperium/contract/diet-plans/own-foods.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { lockNoun } from '../../../platform/resources/lock-noun.ts'
import { plainText } from '../rules/find-allergens.ts'
import type { Food } from './food-table.ts'
import { countOwnFoods, deleteOwnFood, saveOwnFood } from './own-foods-store.ts'
import { readFoodFile } from './read-food-file.ts'

/** The same name in another order, case or with other accents is the same food; another name is another one. */
const keyOf = (name: string): string =>
  plainText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** An organization's own food of a name; it goes before the table's. */
export type OwnFoods = (name: string) => Food | null
export const noOwnFoods: OwnFoods = () => null

export function findOwnFoods(foods: readonly OwnFood[]): OwnFoods {
  if (foods.length === 0) return noOwnFoods
  const byKey = new Map<string, Food>()
  for (const { id, name, kcal, protein, carbs, fat, sodium, measure, measureGrams } of foods) {
    const measures = measure === null || measureGrams === null ? [] : [{ amount: 1, measure, grams: measureGrams }]
    byKey.set(keyOf(name), { id, name, kcal, protein, carbs, fat, sodium, measures })
  }
  return (name) => byKey.get(keyOf(name)) ?? null
}

/** Reads a file of foods in a thread and keeps them; rows with faults are named. @throws 422, 409 */
export async function importOwnFoods({ clock }: Platform, context: Omit<OrgContext, 'tx'>, bytes: Uint8Array): Promise<OwnFoodImport> {
  const { foods, faults } = await readFoodFile(context.org.id, bytes)
  return context.inOrg(async (tx) => {
    await lockNoun(tx, 'diet-own-foods')
    const done: OwnFoodImport = { created: 0, updated: 0, faults }
    const by = { id: context.caller.userId, name: context.actor.name }
    for (const food of foods) done[(await saveOwnFood(tx, food, by, clock.now())) ? 'created' : 'updated'] += 1
    if ((await countOwnFoods(tx)) > ownFoodLimits.foods) throw conflict('An organization has at most 5,000 own foods.')
    context.audit({ targetName: 'CSV', after: { created: done.created, updated: done.updated, faults: faults.length } })
    return done
  })
}

/** @throws 404 */
export async function removeOwnFood({ tx, audit }: OrgContext, id: string): Promise<null> {
  const { name } = found(await deleteOwnFood(tx, id))
  audit({ targetId: id, targetName: name })
  return null
}
