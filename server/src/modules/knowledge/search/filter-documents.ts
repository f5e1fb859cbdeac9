import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export interface DocumentCondition {
  key: string
  is: '=' | '!=' | '<' | '<=' | '>' | '>='
  value: string
}

const form = /^([a-z][a-z0-9_]*) ?(=|!=|<=|>=|<|>) ?(.+)$/s

/** The conditions of a text that the contract has checked. A part that cannot be read throws: without it, more would be found. */
export const readFilter = (filter = ''): DocumentCondition[] =>
  (filter === '' ? [] : filter.split(';')).map((part) => {
    const [, key, is, value] = form.exec(part.trim()) ?? []
    if (!key || !is || !value) throw new Error(`Not a condition on documents: ${part}`)
    return { key, is: is as DocumentCondition['is'], value: value.trim() }
  })

const isNumber = (value: string): boolean => /^-?\d{1,15}(\.\d{1,10})?$/.test(value)

/** Numbers are compared as numbers; texts and dates by their characters as given, whatever their case: `007` is not 7. */
function holds({ key, is, value }: DocumentCondition): RawBuilder<unknown> {
  const [type, stored] = [sql`jsonb_typeof(a.metadata -> ${key})`, sql`lower(a.metadata ->> ${key}) collate "C"`]
  const [compare, given] = [sql.raw(is), sql`lower(${value}::text)`]
  const byNumber = isNumber(value) ? sql`(a.metadata ->> ${key})::numeric ${compare} ${value}::numeric` : sql`${is === '!='}`
  const byText = is === '=' || is === '!=' ? sql`${stored} ${compare} ${given}` : sql`${type} = 'string' and ${stored} ${compare} ${given}`
  // A document without the field differs from every value.
  return sql`case ${type} when 'number' then ${byNumber} else coalesce(${byText}, ${is === '!='}) end`
}

/** Which documents `a` meet all conditions. */
export const meetsFilter = (conditions: readonly DocumentCondition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions.map(holds), sql` and `)

/** Whether what has no metadata meets them: articles. */
export const isMetByNone = (conditions: readonly DocumentCondition[]): boolean => conditions.every(({ is }) => is === '!=')
