/** The greeting of a time of day: morning from 5, afternoon from 12, evening from 18 until 5. */
export function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 18) return 'Good afternoon'
  return 'Good evening'
}
