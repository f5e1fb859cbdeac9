import type { DietPlan, GenerateDietPlanBody, WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { DietPlanRun } from '@imperium/contract/diet-plans/diet-plans.ts'
import { conflict, invalid, stale } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found, nextStamp } from '../../platform/resources/checks.ts'
import { resolveConfig } from '../ai-models/index.ts'
import { insertDays, insertVersion, listDays } from './days-store.ts'
import type { StoredDay } from './days-store.ts'
import { gramsOfSameEnergy } from './foods/count-nutrition.ts'
import { findConflicts } from './rules/check-plan.ts'
import { hashBeginnings } from './plan-words.ts'
import { openPlan, readOwnFoods, readPlan, referenceOf, todayOf } from './read-plan.ts'
import { places, sealPatient } from './seal-plan.ts'
import { beginWork, deletePlan, insertPlan, lockPlan, setReview, setVersion } from './store.ts'
import type { NewWork, PlanRow } from './store.ts'

const runOf = (planId: string, runId: string): DietPlanRun => ({ runId, planId, reference: referenceOf(planId) })

/** What the audit log may hold of a plan: nothing about the patient. */
const target = (id: string) => ({ targetId: id, targetName: referenceOf(id) })

/** @throws 422 for a model that cannot be called */
export async function generatePlan(platform: Platform, context: OrgContext, body: GenerateDietPlanBody): Promise<DietPlanRun> {
  const { tx, caller, actor, audit } = context
  const { numberOfDays, mealsPerDay, aiModelConfigId, startsOn, language, consentGiven, ...patient } = body
  const model = await resolveConfig(platform, tx, aiModelConfigId)
  if (!model) throw invalid([{ path: 'aiModelConfigId', message: 'Choose an active AI model' }])
  const [id, workId] = [newId(), newId()]
  await insertPlan(tx, {
    id,
    workId,
    sealedPatient: sealPatient(platform.keyRing, id, patient),
    numberOfDays,
    mealsPerDay,
    startsOn: startsOn ?? todayOf(platform, context),
    language,
    configId: model.configId,
    modelName: model.displayName,
    consentAt: consentGiven ? platform.clock.now() : null,
    by: { id: caller.userId, name: actor.name },
    words: hashBeginnings(platform.hashAddress, tx.orgId, [patient.patientName, patient.disease]),
  })
  audit({ ...target(id), after: { numberOfDays, mealsPerDay, model: model.displayName, consentGiven } })
  return runOf(id, workId)
}

/** @throws 404 */
export async function removePlan({ tx, audit }: OrgContext, id: string): Promise<null> {
  found(await deletePlan(tx, id))
  audit(target(id))
  return null
}

/** Locks a plan on which nothing is being written. @throws 404; 409 while something is, and for another version than was read. */
async function lockIdle(platform: Platform, context: OrgContext, id: string, version?: number): Promise<PlanRow> {
  const row = found(await lockPlan(context.tx, id, todayOf(platform, context)))
  if (row.work !== null) throw conflict('This plan is being written. Wait until that has ended.')
  if (version !== undefined && version !== row.version) throw stale()
  return row
}

async function begin(platform: Platform, context: OrgContext, row: PlanRow, work: Omit<NewWork, 'workId'>): Promise<DietPlanRun> {
  const workId = newId()
  await beginWork(context.tx, row.id, { ...work, workId }, nextStamp(row, platform.clock.now()))
  context.audit({ ...target(row.id), after: { work: work.kind, day: work.day ?? null } })
  return runOf(row.id, workId)
}

/** Goes on with what is missing. @throws 409 for a plan that is complete */
export async function retryPlan(platform: Platform, context: OrgContext, id: string): Promise<DietPlanRun> {
  const row = await lockIdle(platform, context, id)
  if (row.version > 0) throw conflict('This plan is complete.')
  return begin(platform, context, row, { kind: 'generate' })
}

export interface Place {
  id: string
  day: number
  meal?: number
}

interface Rewriting {
  version?: number | undefined
  instructions: string
}

/** Writes a day, or one meal of it, again in the background. @throws 404, 409 */
export async function regenerate(platform: Platform, context: OrgContext, place: Place, body: Rewriting): Promise<DietPlanRun> {
  const { id, day, meal } = place
  const row = await lockIdle(platform, context, id, body.version)
  await findDay(platform, context, place)
  const sealedInstructions = body.instructions === '' ? null : platform.keyRing.encrypt(body.instructions, places.instructions(id))
  return begin(platform, context, row, {
    kind: meal === undefined ? 'day' : 'meal',
    day,
    ...(meal === undefined ? {} : { meal }),
    sealedInstructions,
  })
}

async function findDay(platform: Platform, { tx }: OrgContext, { id, day: number, meal }: Place): Promise<StoredDay> {
  const days = await listDays(platform.keyRing, tx, id)
  const day = found(days.find((each) => each.day === number))
  if (meal !== undefined) found(day.meals[meal])
  return day
}

/** A person's change of a meal is a new version; an approval of an earlier one no longer holds. @throws 404, 409 */
export async function updateMeal(
  platform: Platform,
  context: OrgContext,
  place: Required<Place>,
  { version: readVersion, meal }: { version?: number | undefined; meal: WrittenMeal },
): Promise<DietPlan> {
  const { tx, caller, actor, audit } = context
  const row = await lockIdle(platform, context, place.id, readVersion)
  if (row.version === 0) throw conflict('This plan is not complete yet.')
  const { day, meals } = await findDay(platform, context, place)
  const version = row.version + 1
  const changed = meals.map((each, at) => (at === place.meal ? meal : each))
  await insertDays(platform.keyRing, tx, { planId: row.id, version }, [{ day, meals: changed }])
  await insertVersion(tx, { planId: row.id, version, reason: 'edited', day, by: { id: caller.userId, name: actor.name } })
  await setVersion(tx, row.id, version, nextStamp(row, platform.clock.now()))
  audit({ ...target(row.id), after: { version, day } })
  return readPlan(platform, tx, row.id, todayOf(platform, context))
}

/** Puts another food in the place of an ingredient, with as much of it as has the same energy. @throws 404, 409 */
export async function swapFood(
  platform: Platform,
  context: OrgContext,
  place: Required<Place>,
  { version, ingredient: at, food }: { version?: number | undefined; ingredient: number; food: string },
): Promise<DietPlan> {
  const { meals } = await findDay(platform, context, place)
  const meal = found(meals[place.meal])
  const before = found(meal.ingredients[at - 1])
  const same = gramsOfSameEnergy(before, food, await readOwnFoods(context.tx))
  if (same === null) throw conflict('The energy of one of the two foods is not known, so the totals cannot be kept. Edit the meal instead.')
  const swapped: WrittenMeal['ingredients'][number] = { name: food, food, amount: same.grams, unit: 'g', state: same.state }
  const ingredients = meal.ingredients.map((each, index) => (index === at - 1 ? swapped : each))
  return updateMeal(platform, context, place, { version, meal: { ...meal, ingredients } })
}

interface Review {
  version: number
  decision: 'approved' | 'withdrawn'
  note: string
}

/** @throws 404; 409 for an incomplete plan, another version, and an allergy that a meal breaks */
export async function reviewPlan(platform: Platform, context: OrgContext, id: string, body: Review): Promise<DietPlan> {
  const { tx, caller, actor, audit } = context
  const { version, decision, note } = body
  const row = await lockIdle(platform, context, id, version)
  const today = todayOf(platform, context)
  if (decision === 'approved') {
    const { patient, days } = await openPlan(platform, tx, id, today)
    if ((await findConflicts(days, patient)).some(({ kind }) => kind === 'allergy'))
      throw conflict('A meal conflicts with an allergy. Change it before you approve the plan.')
  }
  const sealedNote = note === '' ? null : platform.keyRing.encrypt(note, places.note(id))
  await setReview(
    tx,
    id,
    { decision, version, sealedNote, by: { id: caller.userId, name: actor.name } },
    nextStamp(row, platform.clock.now()),
  )
  audit({ ...target(id), after: { decision, version } })
  return readPlan(platform, tx, id, today)
}
