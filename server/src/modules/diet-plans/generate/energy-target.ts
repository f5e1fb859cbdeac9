import type { DietPlan, DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'

const activityLevel = { sedentary: 1.2, light: 1.375, moderate: 1.55, active: 1.725, very_active: 1.9 } as const
/** Kilocalories a day besides (Institute of Medicine, 2005). */
const pregnancyExtra = { first_trimester: 0, second_trimester: 340, third_trimester: 452, breastfeeding: 330 } as const
const adultAge = 18
const proteinPerKg = 0.8
const pregnantProteinPerKg = 1.1

/** Energy and protein of a day by Mifflin-St Jeor; null without what it needs, or for a child: the formula is for adults. */
export function energyTarget(patient: DietPlanPatient): DietPlan['target'] {
  const { patientAge: age, patientGender: gender, weightKg, heightCm, activity, pregnancy } = patient
  if (age === null || age < adultAge || weightKg === null || heightCm === null || activity === null) return null
  if (gender !== 'Male' && gender !== 'Female') return null
  const atRest = 10 * weightKg + 6.25 * heightCm - 5 * age + (gender === 'Male' ? 5 : -161)
  const extra = pregnancy === null ? 0 : pregnancyExtra[pregnancy]
  const calories = Math.round((atRest * activityLevel[activity] + extra) / 10) * 10
  const protein = Math.round(weightKg * (pregnancy === null || pregnancy === 'first_trimester' ? proteinPerKg : pregnantProteinPerKg))
  return { calories, protein, basis: 'Mifflin-St Jeor (1990)' }
}
