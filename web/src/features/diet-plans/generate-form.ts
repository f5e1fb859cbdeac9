import type { GenerateDietPlanBody } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlanLimits } from '@imperium/contract/diet-plans/diet-plan.ts'
import { currentLanguage } from '../../lib/words.ts'

/** What the fields hold; lists are typed with commas. */
export interface GenerateValues extends Record<string, unknown> {
  patientName: string
  patientAge: number | string
  patientGender: string | null
  disease: string
  allergies: string
  medications: string
  dietaryRestrictions: string
  numberOfDays: number | string
  mealsPerDay: number | string
  specialInstructions: string
  aiModelConfigId: string
  weightKg: number | string
  heightCm: number | string
  activity: string | null
  pregnancy: string | null
  startsOn: string
  consentGiven: boolean
}

export const emptyPlan: GenerateValues = {
  patientName: '',
  patientAge: '',
  patientGender: null,
  disease: '',
  allergies: '',
  medications: '',
  dietaryRestrictions: '',
  numberOfDays: dietPlanLimits.days.usual,
  mealsPerDay: dietPlanLimits.meals.usual,
  specialInstructions: '',
  aiModelConfigId: '',
  weightKg: '',
  heightCm: '',
  activity: null,
  pregnancy: null,
  startsOn: '',
  consentGiven: false,
}

/** Also by the comma of Japanese, and by lines. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,、，;\n]/)
    .map((item) => item.trim())
    .filter(Boolean)

const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value))

export function toGenerateBody(values: GenerateValues) {
  const { patientAge, weightKg, heightCm, numberOfDays, mealsPerDay, allergies, medications, dietaryRestrictions, startsOn, ...rest } =
    values
  return {
    ...rest,
    language: currentLanguage(),
    patientAge: numberOrNull(patientAge),
    weightKg: numberOrNull(weightKg),
    heightCm: numberOrNull(heightCm),
    // An emptied field is no number: the schema says so below it.
    numberOfDays: numberOfDays === '' ? Number.NaN : Number(numberOfDays),
    mealsPerDay: mealsPerDay === '' ? Number.NaN : Number(mealsPerDay),
    allergies: splitList(allergies),
    medications: splitList(medications),
    dietaryRestrictions: splitList(dietaryRestrictions),
    ...(startsOn ? { startsOn } : {}),
  } as GenerateDietPlanBody
}
