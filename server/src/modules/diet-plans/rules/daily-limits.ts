import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { StoredDay } from '../days-store.ts'
import { countSodium } from '../foods/count-nutrition.ts'
import type { OwnFoods } from '../foods/own-foods.ts'
import { plainText } from './find-allergens.ts'

interface DailyLimit {
  disease: RegExp
  most: number
  source: string
}

/** As of 2026-11-29. Milligrams of sodium a day, for adults. */
const sodiumLimits: readonly DailyLimit[] = [
  {
    disease: /hypertens|high blood pressure|bluthochdruck|hipertens|presion alta|高血圧/u,
    most: 2_000,
    source: 'WHO guideline on sodium intake (2012)',
  },
  {
    disease: /kidney disease|renal|ckd|niereninsuffizienz|nierenkrank|insuficiencia renal|insuffisance renale|腎/u,
    most: 2_000,
    source: 'KDIGO guideline on chronic kidney disease (2024)',
  },
  {
    disease: /heart failure|herzinsuffizienz|insuficiencia cardiaca|insuffisance cardiaque|心不全/u,
    most: 2_000,
    source: 'WHO guideline on sodium intake (2012)',
  },
]

const limitOf = (disease: string): DailyLimit | undefined => sodiumLimits.find((limit) => limit.disease.test(plainText(disease)))

/** Whether a daily limit exists for a disease. */
export const hasDailyLimit = (disease: string): boolean => limitOf(disease) !== undefined

/** Days above the limit of the disease, by what is known: ingredients without a number can only add to it. */
export function findDailyLimits(days: readonly StoredDay[], disease: string, own: OwnFoods): DietPlan['limits'] {
  const limit = limitOf(disease)
  if (!limit) return []
  return days.flatMap((day) => {
    const { milligrams, unknown } = countSodium(day, own)
    if (milligrams <= limit.most) return []
    return [{ day: day.day, nutrient: 'sodium' as const, milligrams, most: limit.most, unknown, rule: disease, source: limit.source }]
  })
}
