import { filterOperators } from '@imperium/contract/webhooks.ts'
import type { DeliveryStatus, DisabledReason, FilterOperator, Webhook } from '@imperium/contract/webhooks.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusLabels: Record<DeliveryStatus, { tone: StatusTone; label: string }> = {
  success: { tone: 'ok', label: t('Success') },
  failed: { tone: 'bad', label: t('Failed') },
  pending: { tone: 'info', label: t('Pending') },
}

const disabledTexts: Record<DisabledReason, string> = {
  member: t('Disabled'),
  gone: t('Disabled: the receiver wants no more deliveries (410)'),
  failing: t('Disabled after five days of failures'),
}

/** State of a webhook as a dot and a text. */
export function stateOf({ isEnabled, disabledReason, failingSince }: Webhook): { tone: StatusTone; label: string } {
  if (!isEnabled) return { tone: disabledReason === 'member' ? 'idle' : 'bad', label: disabledTexts[disabledReason ?? 'member'] }
  if (failingSince !== null) return { tone: 'warn', label: t('Failing since {moment}', { moment: formatMoment(failingSince) }) }
  return { tone: 'ok', label: t('Enabled') }
}

const operatorLabels: Record<FilterOperator, string> = {
  equals: t('is'),
  not_equals: t('is not'),
  contains: t('contains'),
  not_contains: t('does not contain'),
  starts_with: t('starts with'),
  ends_with: t('ends with'),
  gt: t('is greater than'),
  gte: t('is at least'),
  lt: t('is less than'),
  lte: t('is at most'),
  exists: t('exists'),
  is_empty: t('is empty'),
  matches_one_of: t('is one of'),
  is_true: t('is true'),
  is_false: t('is false'),
}
export const operatorOptions = filterOperators.map((value) => ({ value, label: operatorLabels[value] }))

const valueless: readonly FilterOperator[] = ['exists', 'is_empty', 'is_true', 'is_false']
export const takesValue = (operator: FilterOperator): boolean => !valueless.includes(operator)
