import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import { compileText } from './compile-values.ts'
import { not } from './contact-set.ts'
import { addDays, daysComingRound } from './days.ts'

type Custom = Extract<SegmentCondition, { kind: 'custom' }>
type Of<T extends Custom['type']> = Extract<Custom, { type: T }>

/** A condition about a custom field, never null. A value of another type than the field's counts as none. */
export function compileCustom(condition: Custom, today: string): RawBuilder<SqlBool> {
  switch (condition.type) {
    case 'text':
      return compileText(textOf(condition.field), condition.op, condition.value ?? '')
    case 'number':
      return compileNumber(condition)
    case 'date':
      return compileDate(condition, today)
    case 'boolean':
      return compileBoolean(condition)
    case 'choice':
      return compileChoice(condition)
  }
}

const textOf = (field: string): RawBuilder<string> =>
  sql<string>`case when jsonb_typeof(c.custom -> ${field}::text) = 'string' then c.custom ->> ${field}::text else '' end`

function compileNumber({ field, op, value }: Of<'number'>): RawBuilder<SqlBool> {
  const number = sql`case when jsonb_typeof(c.custom -> ${field}::text) = 'number' then (c.custom ->> ${field}::text)::numeric end`
  const than = sql`${String(value ?? 0)}::numeric`
  switch (op) {
    case 'is':
      return sql<SqlBool>`(${number} = ${than}) is true`
    case 'is_not':
      return sql<SqlBool>`(${number} = ${than}) is not true`
    case 'greater':
      return sql<SqlBool>`(${number} > ${than}) is true`
    case 'at_least':
      return sql<SqlBool>`(${number} >= ${than}) is true`
    case 'less':
      return sql<SqlBool>`(${number} < ${than}) is true`
    case 'at_most':
      return sql<SqlBool>`(${number} <= ${than}) is true`
    case 'is_empty':
      return sql<SqlBool>`(${number}) is null`
    case 'is_not_empty':
      return sql<SqlBool>`(${number}) is not null`
  }
}

/** Dates are kept as 2026-12-24, whose order is that of the text. The days of "in the last" and "in the next" end and begin with today. */
function compileDate(condition: Of<'date'>, today: string): RawBuilder<SqlBool> {
  const { field, op } = condition
  const day = sql`(${textOf(field)}) collate "C"`
  const kept = sql<SqlBool>`${day} <> ''`
  const date = condition.date ?? ''
  const inDays = (days: number) => addDays(today, days)
  switch (op) {
    case 'is':
      return sql<SqlBool>`${day} = ${date}`
    case 'before':
      return sql<SqlBool>`(${kept} and ${day} < ${date})`
    case 'after':
      return sql<SqlBool>`${day} > ${date}`
    case 'last_days':
      return sql<SqlBool>`(${day} > ${inDays(-(condition.days ?? 0))} and ${day} <= ${inDays(0)})`
    case 'next_days':
      return sql<SqlBool>`(${day} >= ${inDays(0)} and ${day} < ${inDays(condition.days ?? 0)})`
    case 'anniversary_days':
      return sql<SqlBool>`substr(${textOf(field)}, 6) = any(${daysComingRound(today, condition.days ?? 0)}::text[])`
    case 'is_empty':
      return sql<SqlBool>`${day} = ''`
    case 'is_not_empty':
      return kept
  }
}

function compileBoolean({ field, op }: Of<'boolean'>): RawBuilder<SqlBool> {
  const value = sql`coalesce(c.custom -> ${field}::text, 'null'::jsonb)`
  if (op === 'is_true') return sql<SqlBool>`${value} = 'true'::jsonb`
  if (op === 'is_false') return sql<SqlBool>`${value} = 'false'::jsonb`
  return sql<SqlBool>`jsonb_typeof(${value}) <> 'boolean'`
}

function compileChoice({ field, op, values }: Of<'choice'>): RawBuilder<SqlBool> {
  const text = textOf(field)
  const among = sql<SqlBool>`(${text}) = any(${values ?? []}::text[])`
  if (op === 'any_of') return among
  if (op === 'none_of') return not(among)
  return op === 'is_empty' ? sql<SqlBool>`(${text}) = ''` : sql<SqlBool>`(${text}) <> ''`
}
