import type { DietPlan, DietPlanRow, conflictKinds, activities, genders, pregnancies } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

type Reason = NonNullable<DietPlanRow['statusReason']>

const reasonLabels: Record<Reason, { tone: StatusTone; label: string }> = {
  generating: { tone: 'info', label: t('Generating') },
  failed: { tone: 'bad', label: t('Generation stopped') },
  not_reviewed: { tone: 'warn', label: t('Not reviewed yet') },
  not_started: { tone: 'idle', label: t('Not started') },
  withdrawn: { tone: 'bad', label: t('Withdrawn') },
}

/** The status, and why it is another one than active or completed. */
export function statusOf({ status, statusReason }: Pick<DietPlanRow, 'status' | 'statusReason'>): { tone: StatusTone; label: string } {
  if (status === 'active') return { tone: 'ok', label: t('Active') }
  if (status === 'completed') return { tone: 'idle', label: t('Completed') }
  return statusReason === null ? { tone: 'idle', label: t('Other') } : reasonLabels[statusReason]
}

export const statusLabels = { active: t('Active'), completed: t('Completed'), other: t('Other') } as const

export const mealLabels: Readonly<Record<string, string>> = {
  Breakfast: t('Breakfast'),
  'Morning snack': t('Morning snack'),
  Lunch: t('Lunch'),
  'Afternoon snack': t('Afternoon snack'),
  Dinner: t('Dinner'),
  'Evening snack': t('Evening snack'),
}

export const kindLabels: Record<(typeof conflictKinds)[number], string> = {
  allergy: t('Allergy'),
  restriction: t('Dietary restriction'),
  disease: t('Disease'),
  medication: t('Medication'),
}

export const genderLabels: Record<(typeof genders)[number], string> = { Male: t('Male'), Female: t('Female'), Other: t('Other') }

export const activityLabels: Record<(typeof activities)[number], string> = {
  sedentary: t('Mostly sitting'),
  light: t('Lightly active'),
  moderate: t('Moderately active'),
  active: t('Active'),
  very_active: t('Very active'),
}

export const pregnancyLabels: Record<(typeof pregnancies)[number], string> = {
  first_trimester: t('First trimester'),
  second_trimester: t('Second trimester'),
  third_trimester: t('Third trimester'),
  breastfeeding: t('Breastfeeding'),
}

export const versionLabels: Record<DietPlan['versions'][number]['reason'], string> = {
  generated: t('Generated'),
  day: t('Day written again'),
  meal: t('Meal written again'),
  edited: t('Meal edited'),
}

/** A number that is not known is a dash, not 0. */
export const numberOrDash = (value: number | null): string => (value === null ? '–' : formatNumber(value))
