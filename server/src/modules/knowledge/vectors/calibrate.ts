import { toUnit } from './quantize.ts'
import type { Scale } from './quantize.ts'

/** Questions with a text that answers each. Models differ in how similar they find any two texts: these measure it. */
const calibrationPairs: readonly (readonly [question: string, answer: string])[] = [
  ['How long may I keep borrowed books?', 'Books from the library can be borrowed for four weeks and renewed twice.'],
  ['When is the bakery open on Sundays?', 'Our bakery sells fresh bread from 8 to 11 on Sunday mornings.'],
  ['Can I bring my dog on the train?', 'Small animals travel free of charge; dogs need a ticket and a leash.'],
  ['How do I reset the alarm of the heating?', 'Press the red button of the boiler for five seconds to clear an alarm.'],
  ['What does it cost to send a parcel abroad?', 'International parcels up to two kilograms are 14 euros.'],
  ['Who repairs a broken window in my flat?', 'Tenants report damage such as broken glass to the caretaker, who orders the repair.'],
  ['How many days of holiday do employees have?', 'Every employee has 30 days of paid leave a year.'],
  ['Is the soup suitable for vegetarians?', 'The tomato soup contains no meat and no fish.'],
]

export const calibrationQuestions = calibrationPairs.map(([question]) => question)
export const calibrationPassages = calibrationPairs.map(([, answer]) => answer)
/** Below it a model does not tell answers from other texts. */
const leastDifference = 0.02

const unitsOf = (vectors: readonly ArrayLike<number>[]): Float32Array[] => vectors.map((vector) => toUnit(vector) ?? new Float32Array(0))

/** The scale of a model by its vectors of the questions and of the answers; null if it tells nothing apart. */
export function measureScale(questions: readonly ArrayLike<number>[], answers: readonly ArrayLike<number>[]): Scale | null {
  const [left, right] = [unitsOf(questions), unitsOf(answers)]
  const count = calibrationPairs.length
  let [related, unrelated] = [0, 0]
  for (const [at, question] of left.entries())
    for (const [of, answer] of right.entries()) {
      const similarity = question.reduce((sum, value, index) => sum + value * (answer[index] ?? 0), 0)
      if (at === of) related += similarity / count
      else unrelated += similarity / (count * (count - 1))
    }
  return related - unrelated > leastDifference ? { related, unrelated } : null
}
