import { z } from 'zod'
import { Id, required, text } from '../kit/fields.ts'
import { get, list, operations, post, put, remove } from '../kit/operations.ts'
import { OwnFood, OwnFoodImport } from './own-foods.ts'
import { DietPlan, DietPlanRow, GenerateDietPlanBody, WrittenMeal, dietPlanLimits, dietPlanStatuses, planLanguages } from './diet-plan.ts'

const dayParams = z.strictObject({ id: Id, day: z.coerce.number().int().min(1).max(dietPlanLimits.days.max) })
/** Days and meals are counted from 1. */
const mealParams = dayParams.extend({ meal: z.coerce.number().int().min(1).max(dietPlanLimits.meals.max) })

/** Of the version that the caller read: 409 when there is a newer one. */
const version = z.int().min(0).optional()

const foodFileTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const
const inLanguage = z.strictObject({ language: z.enum(planLanguages).optional() })

/** Work that goes on in the background: its progress stands in the plan. */
export const DietPlanRun = z.object({ runId: Id, planId: Id, reference: z.string() }).meta({ id: 'DietPlanRun' })
export type DietPlanRun = z.infer<typeof DietPlanRun>

export const DietPlanStats = z.object({ total: z.int(), active: z.int(), completed: z.int(), other: z.int() }).meta({ id: 'DietPlanStats' })
export type DietPlanStats = z.infer<typeof DietPlanStats>

export const ShoppingItem = z
  .object({
    name: z.string(),
    /** Of all days; null where an amount has no weight. */
    grams: z.number().nullable(),
    /** Amounts without a weight, as they were written. */
    others: z.array(z.string()),
    meals: z.int(),
  })
  .meta({ id: 'ShoppingItem' })
export type ShoppingItem = z.infer<typeof ShoppingItem>

export const dietPlans = operations(
  'diet-plans',
  { read: 'health:read', write: 'health:write' },
  {
    list: list('/diet-plans', 'List diet plans', {
      row: DietPlanRow,
      // Every reading of health data leaves a row.
      audited: true,
      filter: { q: text(200).optional(), status: z.enum(dietPlanStatuses).optional() },
    }),
    stats: get('/diet-plans/stats', 'Count diet plans by status', { reply: DietPlanStats }),
    generate: post('/diet-plans/generate', 'Generate a diet plan; it is written in the background, in pieces', {
      body: GenerateDietPlanBody,
      reply: DietPlanRun,
      status: 202,
      errors: [409],
      rate: { max: 30, perSeconds: 60 },
    }),
    read: get('/diet-plans/:id', 'Read a diet plan', { reply: DietPlan, audited: true }),
    remove: remove('/diet-plans/:id', 'Delete a diet plan'),
    retry: post('/diet-plans/:id/retry', 'Go on with a diet plan that stopped; finished days stay', {
      reply: DietPlanRun,
      status: 202,
      errors: [409],
    }),
    regenerateDay: post('/diet-plans/:id/days/:day/regenerate', 'Write one day again', {
      params: dayParams,
      body: z.strictObject({ version, instructions: text(500).default('') }),
      reply: DietPlanRun,
      status: 202,
      errors: [409],
    }),
    regenerateMeal: post('/diet-plans/:id/days/:day/meals/:meal/regenerate', 'Write one meal again', {
      params: mealParams,
      body: z.strictObject({ version, instructions: text(500).default('') }),
      reply: DietPlanRun,
      status: 202,
      errors: [409],
    }),
    updateMeal: put('/diet-plans/:id/days/:day/meals/:meal', 'Change a meal; the plan gets a new version and needs another review', {
      params: mealParams,
      body: z.strictObject({ version, meal: WrittenMeal }),
      reply: DietPlan,
      errors: [409],
    }),
    swapFood: post('/diet-plans/:id/days/:day/meals/:meal/swap', 'Put another food in the place of an ingredient; the energy stays', {
      params: mealParams,
      /** The ingredient by its place in the meal, from 1. */
      body: z.strictObject({ version, ingredient: z.int().min(1).max(40), food: required(120, 'Food is required') }),
      reply: DietPlan,
      errors: [409],
    }),
    review: post('/diet-plans/:id/review', 'Approve or withdraw a diet plan, on the version that was read', {
      body: z.strictObject({ version: z.int().min(1), decision: z.enum(['approved', 'withdrawn']), note: text(1_000).default('') }),
      reply: DietPlan,
      errors: [409],
    }),
    pdf: get('/diet-plans/:id/pdf', 'Print a diet plan as PDF', {
      query: inLanguage,
      file: 'application/pdf',
      audited: true,
      transaction: false,
    }),
    shopping: get('/diet-plans/:id/shopping-list', 'The shopping list of a diet plan', {
      query: inLanguage,
      reply: z.array(ShoppingItem).max(2_000),
      audited: true,
    }),
    shoppingPdf: get('/diet-plans/:id/shopping-list/pdf', 'Print the shopping list of a diet plan as PDF', {
      query: inLanguage,
      file: 'application/pdf',
      audited: true,
      transaction: false,
    }),
    listFoods: get('/diet-plans/foods', 'Foods that the organization added to the food table', { reply: z.array(OwnFood).max(5_000) }),
    importFoods: post(
      '/diet-plans/foods/import',
      'Add foods from CSV or Excel, and change those whose name is known; rows with faults are named',
      {
        upload: foodFileTypes,
        reply: OwnFoodImport,
        errors: [409],
        bodyLimit: 1024 * 1024,
        rate: { max: 10, perSeconds: 60 },
        transaction: false,
      },
    ),
    removeFood: remove('/diet-plans/foods/:id', 'Delete a food that the organization added'),
    fhir: get('/diet-plans/:id/fhir', 'A diet plan as FHIR NutritionOrder', { file: 'application/fhir+json', audited: true }),
  },
)
