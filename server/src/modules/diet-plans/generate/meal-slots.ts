export interface MealSlot {
  mealType: string
  time: string
}

const [breakfast, morning, lunch, afternoon, dinner, evening] = [
  { mealType: 'Breakfast', time: '08:00' },
  { mealType: 'Morning snack', time: '10:30' },
  { mealType: 'Lunch', time: '13:00' },
  { mealType: 'Afternoon snack', time: '16:00' },
  { mealType: 'Dinner', time: '19:00' },
  { mealType: 'Evening snack', time: '21:00' },
] as const

const slotsOf: Readonly<Record<number, readonly MealSlot[]>> = {
  1: [lunch],
  2: [breakfast, dinner],
  3: [breakfast, lunch, dinner],
  4: [breakfast, lunch, afternoon, dinner],
  5: [breakfast, morning, lunch, afternoon, dinner],
  6: [breakfast, morning, lunch, afternoon, dinner, evening],
}

/** The meals of a day, in order. */
export const mealSlots = (mealsPerDay: number): readonly MealSlot[] => slotsOf[mealsPerDay] ?? slotsOf[3] ?? []
