import { DietPlanPatient, DietPlanSummary, WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import { z } from 'zod'
import type { KeyRing } from '../../platform/crypto/crypto.ts'

/** What the first piece of a plan says of the whole. */
export const Outline = z.object({
  summary: DietPlanSummary,
  foodsToAvoid: z.array(z.string()),
  foodsToEmphasize: z.array(z.string()),
})
export type Outline = z.infer<typeof Outline>

/** Associated data of each sealed column: a value copied to another row or column does not open. */
export const places = {
  patient: (planId: string) => `diet_plans.patient:${planId}`,
  outline: (planId: string) => `diet_plans.outline:${planId}`,
  instructions: (planId: string) => `diet_plans.instructions:${planId}`,
  note: (planId: string) => `diet_plans.note:${planId}`,
  meals: (planId: string, day: number, version: number) => `diet_plan_days.meals:${planId}:${day}:${version}`,
}

export const sealPatient = (keyRing: KeyRing, planId: string, patient: DietPlanPatient): string =>
  keyRing.encrypt(JSON.stringify(patient), places.patient(planId))

export const openPatient = (keyRing: KeyRing, planId: string, sealed: string): DietPlanPatient =>
  DietPlanPatient.parse(JSON.parse(keyRing.decrypt(sealed, places.patient(planId))))

export const sealOutline = (keyRing: KeyRing, planId: string, outline: Outline): string =>
  keyRing.encrypt(JSON.stringify(outline), places.outline(planId))

const noOutline: Outline = { summary: { title: '', description: '', keyRecommendations: [] }, foodsToAvoid: [], foodsToEmphasize: [] }

export const openOutline = (keyRing: KeyRing, planId: string, sealed: string | null): Outline =>
  sealed === null ? noOutline : Outline.parse(JSON.parse(keyRing.decrypt(sealed, places.outline(planId))))

/** A day as it is stored: what was written. Numbers are computed when it is read, by the food table of then. */
export const sealMeals = (
  keyRing: KeyRing,
  { planId, day, version }: { planId: string; day: number; version: number },
  meals: readonly WrittenMeal[],
): string => keyRing.encrypt(JSON.stringify(meals), places.meals(planId, day, version))

const Meals = z.array(WrittenMeal)

export const openMeals = (
  keyRing: KeyRing,
  { planId, day, version }: { planId: string; day: number; version: number },
  sealed: string,
): WrittenMeal[] => Meals.parse(JSON.parse(keyRing.decrypt(sealed, places.meals(planId, day, version))))
