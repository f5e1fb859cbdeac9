import { z } from 'zod'
import { WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { WrittenMeal as Written } from '@imperium/contract/diet-plans/diet-plan.ts'
import type { JsonObject, JsonValue } from '../../../platform/llm/types.ts'
import { storableText } from '../../../platform/text/storable.ts'
import { Outline } from '../seal-plan.ts'

/** What models are asked for: without the bounds, which their providers' schemas do not all know, and checked afterwards. */
const AskedMeal = z.strictObject({
  mealType: z.string(),
  time: z.string(),
  name: z.string(),
  ingredients: z.array(
    z.strictObject({ name: z.string(), food: z.string(), amount: z.number(), unit: z.string(), state: z.enum(['raw', 'cooked']) }),
  ),
  preparation: z.string(),
})
const AskedDays = z.strictObject({ days: z.array(z.strictObject({ day: z.int(), meals: z.array(AskedMeal) })) })

const schemaOf = (schema: z.ZodType): JsonObject => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-7' })
  return rest as JsonObject
}

export const outlineOutput = { name: 'diet_plan_outline', schema: schemaOf(z.strictObject(Outline.shape)) }
export const daysOutput = { name: 'diet_plan_days', schema: schemaOf(AskedDays) }
export const mealOutput = { name: 'diet_plan_meal', schema: schemaOf(z.strictObject({ meal: AskedMeal })) }

const clip = (text: string, most: number): string => storableText(text).trim().slice(0, most)
const oneLine = (text: string, most: number): string => clip(text.replaceAll(/\s+/g, ' '), most)
const longTexts = new Set(['preparation', 'description'])
/** Models write longer texts than we keep, and line breaks in names: that is no reason to ask again. */
function cleaned(value: JsonValue | undefined, key = ''): JsonValue {
  if (value === undefined) return null
  if (typeof value === 'string') {
    if (longTexts.has(key)) return clip(value, 2_000)
    return key === 'unit' || key === 'mealType' ? oneLine(value, 40) : oneLine(value, key === 'keyRecommendations' ? 400 : 120)
  }
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => cleaned(item, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleaned(item, name)]))
}

export type Read<T> = { value: T } | { faults: string }

const faultsOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')

export function readOutline(output: JsonValue | undefined): Read<Outline> {
  const parsed = Outline.safeParse(cleaned(output))
  return parsed.success ? { value: parsed.data } : { faults: faultsOf(parsed.error) }
}

/** The meal type and time are ours: models change them. */
function readMeal(meal: unknown, slot: { mealType: string; time: string } | undefined): Read<Written> {
  const given = typeof meal === 'object' && meal !== null ? meal : {}
  const parsed = WrittenMeal.safeParse({ ...given, ...slot })
  return parsed.success ? { value: parsed.data } : { faults: faultsOf(parsed.error) }
}

export interface WrittenDay {
  day: number
  meals: Written[]
}

interface Asked {
  days: readonly number[]
  slots: readonly { mealType: string; time: string }[]
}

/** The days that were asked for and are whole; what is wrong with the others. */
export function readDays(output: JsonValue | undefined, { days, slots }: Asked): { days: WrittenDay[]; faults: string } {
  const outer = z.object({ days: z.array(z.object({ day: z.coerce.number(), meals: z.array(z.unknown()) })) }).safeParse(cleaned(output))
  if (!outer.success) return { days: [], faults: faultsOf(outer.error) }
  const faults: string[] = []
  const whole = days.flatMap((day): WrittenDay[] => {
    const given = outer.data.days.find((each) => each.day === day)
    if (given?.meals.length !== slots.length) {
      faults.push(given ? `day ${day} has ${given.meals.length} meals instead of ${slots.length}` : `day ${day} is missing`)
      return []
    }
    const meals = given.meals.map((meal, at) => readMeal(meal, slots[at]))
    const wrong = meals.flatMap((meal, at) => ('faults' in meal ? [`day ${day}, meal ${at + 1}: ${meal.faults}`] : []))
    faults.push(...wrong)
    return wrong.length > 0 ? [] : [{ day, meals: meals.flatMap((meal) => ('value' in meal ? [meal.value] : [])) }]
  })
  return { days: whole, faults: faults.slice(0, 5).join('; ') }
}

export function readOneMeal(output: JsonValue | undefined, slot: { mealType: string; time: string } | undefined): Read<Written> {
  const outer = z.object({ meal: z.unknown() }).safeParse(cleaned(output))
  return outer.success ? readMeal(outer.data.meal, slot) : { faults: faultsOf(outer.error) }
}
