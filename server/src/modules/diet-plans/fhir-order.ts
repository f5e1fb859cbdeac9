import type { OpenedPlan } from './read-plan.ts'
import { referenceOf } from './read-plan.ts'

/** FHIR allows neither an empty list nor an empty text: what is not there is left out. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value
  const entries = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined && !(Array.isArray(item) && item.length === 0)))
}

export const fhirOrder = (plan: OpenedPlan): object => withoutEmpty(orderOf(plan)) as object

/** A plan as a FHIR R4 NutritionOrder. The patient is named inside of it: the resource is complete without a server. */
function orderOf({ row, patient, outline, days }: OpenedPlan): object {
  const { id, starts_on: startsOn, number_of_days: count, review, review_version: reviewed, version } = row
  const isApproved = review === 'approved' && reviewed === version
  const status = review === 'withdrawn' ? 'revoked' : isApproved ? 'active' : 'draft'
  const quantityOf = (value: number | null, unit: string) =>
    value === null ? undefined : { value, unit, system: 'http://unitsofmeasure.org' }
  return {
    resourceType: 'NutritionOrder',
    id,
    contained: [
      {
        resourceType: 'Patient',
        id: 'patient',
        name: [{ text: patient.patientName }],
        ...(patient.patientGender ? { gender: patient.patientGender.toLowerCase() } : {}),
      },
      ...patient.allergies.map((allergy, at) => ({
        resourceType: 'AllergyIntolerance',
        id: `allergy-${at + 1}`,
        code: { text: allergy },
        patient: { reference: '#patient' },
      })),
    ],
    identifier: [{ value: referenceOf(id) }],
    status,
    intent: 'plan',
    patient: { reference: '#patient' },
    dateTime: row.created_at.toISOString(),
    ...(row.reviewer_name && isApproved ? { orderer: { display: row.reviewer_name } } : {}),
    allergyIntolerance: patient.allergies.map((_, at) => ({ reference: `#allergy-${at + 1}` })),
    excludeFoodModifier: outline.foodsToAvoid.map((text) => ({ text })),
    foodPreferenceModifier: patient.dietaryRestrictions.map((text) => ({ text })),
    oralDiet: {
      type: [{ text: outline.summary.title || patient.disease }],
      schedule: [
        {
          repeat: {
            boundsPeriod: { start: startsOn },
            frequency: row.meals_per_day,
            period: 1,
            periodUnit: 'd',
            count: count * row.meals_per_day,
          },
        },
      ],
      instruction: outline.summary.description,
    },
    note: [
      ...days.map(({ day, meals, nutrition }) => ({
        text: `Day ${day}: ${meals.map(({ time, name }) => `${time} ${name}`).join('; ')}${
          nutrition.calories === null ? '' : ` (${quantityOf(nutrition.calories, 'kcal')?.value} kcal)`
        }`,
      })),
      { text: 'Not medical advice.' },
    ],
  }
}
