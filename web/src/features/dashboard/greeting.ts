import { t } from '../../lib/words.ts'

/** The greeting of a time of day: morning from 5, afternoon from 12, evening from 18 until 5. */
export function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return t('Good morning')
  if (hour >= 12 && hour < 18) return t('Good afternoon')
  return t('Good evening')
}
