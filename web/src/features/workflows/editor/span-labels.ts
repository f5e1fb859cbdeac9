import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { plural, t } from '../../../lib/words.ts'

const texts: Readonly<Record<string, (count: number) => string>> = {
  seconds: (count) => plural(count, { one: '{count} second', other: '{count} seconds' }),
  minutes: (count) => plural(count, { one: '{count} minute', other: '{count} minutes' }),
  hours: (count) => plural(count, { one: '{count} hour', other: '{count} hours' }),
  days: (count) => plural(count, { one: '{count} day', other: '{count} days' }),
}

/** `2 days`; for a template only that the duration varies. */
export function spanText(amount: Json, unit: string): string {
  const count = Number(amount)
  return Number.isFinite(count) && amount !== '' ? (texts[unit]?.(count) ?? '') : t('varies')
}
