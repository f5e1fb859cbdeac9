import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aiModels } from '@imperium/contract/ai-models.ts'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import type { DietPlan, DietPlanRow } from '@imperium/contract/diet-plans/diet-plan.ts'
import { dietPlans } from '@imperium/contract/diet-plans/diet-plans.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { lineOf, readLines } from './ingredient-lines.ts'

const row: DietPlanRow = {
  id: id(7),
  reference: 'DP-00000007',
  patientName: 'Asha Rao',
  disease: 'Hypertension',
  timespan: '7 days',
  numberOfDays: 7,
  mealsPerDay: 3,
  status: 'other',
  statusReason: 'not_reviewed',
  startsOn: '2026-11-29',
  daysDone: 7,
  createdAt: at,
  updatedAt: at,
}
const stats = { total: 1, active: 0, completed: 0, other: 1 }
const rice = {
  name: 'Rice',
  food: 'rice',
  amount: 120,
  unit: 'g',
  state: 'cooked' as const,
  match: {
    source: 'usda-sr24' as const,
    foodId: '20045',
    foodName: 'Rice, white, cooked',
    confidence: 0.6,
    grams: 120,
    gramsFrom: 'weight' as const,
  },
  missing: null,
}
const paneer = { ...rice, name: 'Paneer', food: 'paneer', state: null, match: null, missing: 'food' as const }
const nutrition = { calories: 156, protein: 3.2, carbs: 34, fats: null }
const plan: DietPlan = {
  ...row,
  patientAge: null,
  patientGender: null,
  allergies: ['milk'],
  medications: [],
  dietaryRestrictions: [],
  specialInstructions: '',
  weightKg: null,
  heightCm: null,
  activity: null,
  pregnancy: null,
  aiModelConfigId: id(8),
  modelName: 'Sandbox',
  language: 'en',
  version: 1,
  work: null,
  error: null,
  target: null,
  dietPlan: {
    summary: { title: 'Plan for the heart', description: 'A plan.', keyRecommendations: ['Less salt'] },
    dailyPlans: [
      {
        day: 1,
        version: 1,
        meals: [
          {
            mealType: 'Lunch',
            time: '13:00',
            name: 'Rice bowl',
            ingredients: [rice, paneer],
            preparation: 'Boil.',
            nutrition,
            unmatched: 1,
          },
        ],
        nutrition,
        unmatched: 1,
      },
    ],
    foodsToAvoid: ['Chips'],
    foodsToEmphasize: ['Vegetables'],
  },
  conflicts: [{ kind: 'allergy', rule: 'milk', day: 1, meal: 'Rice bowl', mealIndex: 0, ingredient: 'Paneer', because: 'paneer: milk' }],
  limits: [],
  notChecked: [],
  rulesAsOf: '2026-11-29',
  consent: null,
  review: null,
  versions: [{ version: 1, reason: 'generated', day: null, by: 'AI', createdAt: at }],
  createdBy: 'Ada',
  foodSource: 'USDA SR24 (2011)',
}
const sandbox: CatalogueModel = {
  modelId: 'sandbox',
  displayName: 'Sandbox',
  provider: 'Sandbox',
  providerIcon: '',
  providerColor: '#000000',
  configId: id(8),
  isActive: true,
  isDefault: true,
  isSandbox: true,
  canCallTools: true,
  readsImages: false,
  inputMicrosPerMillion: 0,
  outputMicrosPerMillion: 0,
  contextTokens: null,
}

testStates('diet plans', {
  place: 'patient-diet-plan',
  heading: 'Patient Diet Plan',
  list: dietPlans.list,
  others: (on) => on.give(dietPlans.stats, stats),
  loadFailed: 'Diet plans could not be loaded',
  empty: { data: [], texts: 'No diet plans found. Generate your first diet plan!' },
  noMatch: { place: 'patient-diet-plan?q=zzz', texts: 'No matches' },
  filled: { data: [row], texts: ['Asha Rao', 'Hypertension', 'Not reviewed yet'] },
})

test('generates with the specified defaults, and shows what is required', async () => {
  const api = openScreen('patient-diet-plan?create=true', {}, (on) => {
    on.give(dietPlans.list, [])
    on.give(dietPlans.stats, stats)
    on.give(aiModels.catalogue, [sandbox])
    on.give(dietPlans.generate, { runId: id(9), planId: row.id, reference: row.reference })
    on.give(dietPlans.read, plan)
  })
  const name = await screen.findByRole('textbox', { name: 'Patient name' })
  await screen.findByText(/built-in model that works offline/)
  const submit = () => fireEvent.submit(name.closest('form')!)
  submit()
  await screen.findByText('Patient name is required')
  await screen.findByText('Disease is required')
  fireEvent.change(name, { target: { value: 'Asha Rao' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Disease' }), { target: { value: 'Hypertension' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Allergies' }), { target: { value: 'milk, peanuts ,' } })
  submit()
  await waitFor(() => expect(api.sent(dietPlans.generate)).toHaveLength(1))
  expect(api.sent(dietPlans.generate)[0]?.body).toMatchObject({
    numberOfDays: 7,
    mealsPerDay: 3,
    allergies: ['milk', 'peanuts'],
    aiModelConfigId: id(8),
    patientAge: null,
  })
})

test('shows days with their numbers, conflicts, what is not counted, and deletes after a question', async () => {
  const api = openScreen(`patient-diet-plan?plan=${row.id}`, {}, (on) => {
    on.give(dietPlans.list, [row])
    on.give(dietPlans.stats, stats)
    on.give(dietPlans.read, plan)
    on.refuse(dietPlans.remove, 500, 'INTERNAL', '')
  })
  const panel = await screen.findByRole('dialog', { name: 'Plan for the heart' })
  await within(panel).findByText('Paneer conflicts with milk')
  within(panel).getByText('not in the food table')
  within(panel).getByText(/60% sure/)
  within(panel).getByText('1 ingredient is not in the food table: the numbers are a lower bound.')
  expect(within(panel).getAllByText('Not medical advice').length).toBeGreaterThan(0)
  expect(api.writes()).toEqual([])
})

test('reads ingredients as they are typed', () => {
  expect(readLines('120 g rice, cooked\n1/2 cup milk\n2 eggs\n\n1,5 tbsp olive oil', [])).toEqual([
    { name: 'rice', food: 'rice', amount: 120, unit: 'g', state: 'cooked' },
    { name: 'milk', food: 'milk', amount: 0.5, unit: 'cup', state: null },
    { name: 'eggs', food: 'eggs', amount: 2, unit: 'piece', state: null },
    { name: 'olive oil', food: 'olive oil', amount: 1.5, unit: 'tbsp', state: null },
  ])
  expect(readLines(lineOf(rice), [rice])).toEqual([{ name: 'Rice', food: 'rice', amount: 120, unit: 'g', state: 'cooked' }])
})
