import { z } from 'zod'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'

export const dietPlanLimits = {
  days: { min: 1, max: 90, usual: 7 },
  meals: { min: 1, max: 6, usual: 3 },
  age: { min: 0, max: 130 },
  listItems: 40,
} as const

export const genders = ['Male', 'Female', 'Other'] as const
export const activities = ['sedentary', 'light', 'moderate', 'active', 'very_active'] as const
export const pregnancies = ['first_trimester', 'second_trimester', 'third_trimester', 'breastfeeding'] as const
export const planLanguages = ['en', 'es', 'fr', 'de', 'ja'] as const

const itemList = z.array(line(120).min(1)).max(dietPlanLimits.listItems).default([])
const LocalDay = z.iso.date()

/** Health data that a plan is made for. Stored encrypted. */
export const DietPlanPatient = z.strictObject({
  patientName: required(120, 'Patient name is required'),
  patientAge: z.int().min(dietPlanLimits.age.min).max(dietPlanLimits.age.max).nullable().default(null),
  patientGender: z.enum(genders).nullable().default(null),
  disease: required(200, 'Disease is required'),
  allergies: itemList,
  medications: itemList,
  dietaryRestrictions: itemList,
  specialInstructions: text(2_000).default(''),
  weightKg: z.number().min(1).max(500).nullable().default(null),
  heightCm: z.number().min(30).max(260).nullable().default(null),
  activity: z.enum(activities).nullable().default(null),
  pregnancy: z.enum(pregnancies).nullable().default(null),
})
export type DietPlanPatient = z.infer<typeof DietPlanPatient>

export const GenerateDietPlanBody = z.strictObject({
  ...DietPlanPatient.shape,
  numberOfDays: z.int().min(dietPlanLimits.days.min).max(dietPlanLimits.days.max).default(dietPlanLimits.days.usual),
  mealsPerDay: z.int().min(dietPlanLimits.meals.min).max(dietPlanLimits.meals.max).default(dietPlanLimits.meals.usual),
  aiModelConfigId: z.uuid({ error: 'AI model is required' }),
  /** The first day; today in the organization's time zone unless given. */
  startsOn: LocalDay.optional(),
  /** Language of names and preparations. */
  language: z.enum(planLanguages).default('en'),
  /** The patient agreed that these details are processed; recorded with the user and the moment. */
  consentGiven: z.boolean().default(false),
})
export type GenerateDietPlanBody = z.infer<typeof GenerateDietPlanBody>

export const mealTypes = ['Breakfast', 'Morning snack', 'Lunch', 'Afternoon snack', 'Dinner', 'Evening snack'] as const

/** Kilocalories, and grams of the rest. Null: not known, which is not 0. */
export const Nutrition = z.object({
  calories: z.number().nullable(),
  protein: z.number().nullable(),
  carbs: z.number().nullable(),
  fats: z.number().nullable(),
})
export type Nutrition = z.infer<typeof Nutrition>

export const foodStates = ['raw', 'cooked'] as const

/** What the model or a person writes. */
export const WrittenIngredient = z.strictObject({
  /** In the language of the plan. */
  name: required(120, 'Name is required'),
  /** In English, as a food table names it. */
  food: line(120).default(''),
  amount: z.number().min(0).max(10_000),
  /** `g`, `ml`, or a household measure: `cup`, `tbsp`, `slice`. */
  unit: line(40).default('g'),
  state: z.enum(foodStates).nullable().default(null),
})
export type WrittenIngredient = z.infer<typeof WrittenIngredient>

export const Ingredient = z.object({
  name: z.string(),
  food: z.string(),
  amount: z.number(),
  unit: z.string(),
  state: z.enum(foodStates).nullable(),
  /** The food that its numbers come from; null: none was found, and it counts nowhere. */
  match: z
    .object({
      source: z.enum(['usda-sr24', 'own']),
      foodId: z.string(),
      foodName: z.string(),
      /** 0 to 1. */
      confidence: z.number(),
      grams: z.number(),
      /** How the grams were found: weighed, by a household measure of the food, by volume. */
      gramsFrom: z.enum(['weight', 'measure', 'volume']),
    })
    .nullable(),
  /** Why there is no match. */
  missing: z.enum(['food', 'amount']).nullable(),
})
export type Ingredient = z.infer<typeof Ingredient>

export const WrittenMeal = z.strictObject({
  mealType: required(40, 'Meal is required'),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30'),
  name: required(160, 'Name is required'),
  ingredients: z.array(WrittenIngredient).min(1).max(40),
  preparation: text(2_000).default(''),
})
export type WrittenMeal = z.infer<typeof WrittenMeal>

export const Meal = z.object({
  mealType: z.string(),
  time: z.string(),
  name: z.string(),
  ingredients: z.array(Ingredient),
  preparation: z.string(),
  /** Computed from the matched ingredients. */
  nutrition: Nutrition,
  /** Ingredients without numbers: the nutrition is a lower bound. */
  unmatched: z.int(),
})
export type Meal = z.infer<typeof Meal>

export const DayPlan = z.object({
  day: z.int(),
  /** The version of the plan that brought this day. */
  version: z.int(),
  meals: z.array(Meal),
  nutrition: Nutrition,
  unmatched: z.int(),
})
export type DayPlan = z.infer<typeof DayPlan>

export const DietPlanSummary = z.object({
  title: z.string(),
  description: z.string(),
  keyRecommendations: z.array(z.string()),
})

export const conflictKinds = ['allergy', 'restriction', 'disease', 'medication'] as const

/** A rule that a meal breaks. */
export const DietConflict = z.object({
  kind: z.enum(conflictKinds),
  /** The allergy, restriction, disease or medication, as it was entered. */
  rule: z.string(),
  day: z.int(),
  meal: z.string(),
  mealIndex: z.int(),
  ingredient: z.string(),
  /** What the ingredient contains or why it does not fit, in the reader's language by its key. */
  because: z.string(),
})
export type DietConflict = z.infer<typeof DietConflict>

export const dietPlanStatuses = ['active', 'completed', 'other'] as const
export const statusReasons = ['generating', 'failed', 'not_reviewed', 'not_started', 'withdrawn'] as const

export const DietPlanRow = z
  .object({
    id: Id,
    /** Short name without health data: what logs and files call the plan. */
    reference: z.string(),
    patientName: z.string(),
    disease: z.string(),
    timespan: z.string(),
    numberOfDays: z.int(),
    mealsPerDay: z.int(),
    status: z.enum(dietPlanStatuses),
    /** Why the status is `other`. */
    statusReason: z.enum(statusReasons).nullable(),
    startsOn: LocalDay,
    daysDone: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'DietPlanRow' })
export type DietPlanRow = z.infer<typeof DietPlanRow>

export const workKinds = ['generate', 'day', 'meal'] as const

export const DietPlan = z
  .object({
    ...DietPlanRow.shape,
    ...DietPlanPatient.shape,
    aiModelConfigId: Id,
    modelName: z.string(),
    language: z.enum(planLanguages),
    version: z.int(),
    /** Work in progress on it. */
    work: z.object({ kind: z.enum(workKinds), day: z.int().nullable() }).nullable(),
    error: z.string().nullable(),
    /** Daily energy and macronutrients; null without age, gender, weight, height and activity. */
    target: z.object({ calories: z.number(), protein: z.number(), basis: z.string() }).nullable(),
    dietPlan: z.object({
      summary: DietPlanSummary,
      dailyPlans: z.array(DayPlan),
      foodsToAvoid: z.array(z.string()),
      foodsToEmphasize: z.array(z.string()),
    }),
    conflicts: z.array(DietConflict),
    /** Days above a daily limit of the disease. */
    limits: z.array(
      z.object({
        day: z.int(),
        nutrient: z.enum(['sodium']),
        /** Of the ingredients whose amount is known. */
        milligrams: z.number(),
        most: z.number(),
        unknown: z.int(),
        rule: z.string(),
        source: z.string(),
      }),
    ),
    /** Allergies, medications, restrictions and diseases that no rule covers. */
    notChecked: z.array(z.string()),
    /** The day on which the rules were last compared with their sources. */
    rulesAsOf: LocalDay,
    consent: z.object({ givenAt: Timestamp, recordedBy: z.string() }).nullable(),
    review: z
      .object({
        decision: z.enum(['approved', 'withdrawn']),
        reviewer: z.string(),
        note: z.string(),
        reviewedAt: Timestamp,
        /** The version that was looked at. */
        version: z.int(),
      })
      .nullable(),
    versions: z.array(
      z.object({
        version: z.int(),
        reason: z.enum(['generated', 'day', 'meal', 'edited']),
        day: z.int().nullable(),
        by: z.string(),
        createdAt: Timestamp,
      }),
    ),
    createdBy: z.string(),
    /** Where its numbers come from. */
    foodSource: z.string(),
  })
  .meta({ id: 'DietPlan' })
export type DietPlan = z.infer<typeof DietPlan>
