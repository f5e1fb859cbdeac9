import type { FieldOperator } from '@imperium/contract/kit/field-types/field-type.ts'
import { fieldOperators } from '@imperium/contract/kit/field-types/field-type.ts'
import type { RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import { t } from '../../lib/words.ts'

/** A condition as the API takes it. */
export interface Condition {
  field: string
  operator: FieldOperator
  value: RecordValue
}

const isCondition = (value: unknown): value is Condition => {
  if (value === null || typeof value !== 'object') return false
  const { field, operator } = value as Partial<Condition>
  return typeof field === 'string' && fieldOperators.includes(operator as FieldOperator)
}

/** The conditions of the address; anything else is none. */
export function readConditions(filter: string | undefined): Condition[] {
  try {
    const parsed: unknown = JSON.parse(filter ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isCondition) : []
  } catch {
    return []
  }
}

export const operatorLabels: Readonly<Record<FieldOperator, string>> = {
  is: t('is||filter'),
  isNot: t('is not||filter'),
  contains: t('contains||filter'),
  startsWith: t('starts with||filter'),
  atLeast: t('at least||filter'),
  atMost: t('at most||filter'),
  anyOf: t('is any of||filter'),
  isEmpty: t('is empty||filter'),
  isNotEmpty: t('is not empty||filter'),
}

export const takesNoValue = (operator: FieldOperator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty'
