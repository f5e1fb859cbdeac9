import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export interface DocumentCondition {
  key: string
  is: '=' | '!=' | '<' | '<=' | '>' | '>='
  value: string
}

const form = /^([a-z][a-z0-9_]*) ?(=|!=|<=|>=|<|>) ?(.+)$/

/** The conditions of a text that the contract has checked. */
export const readFilter = (filter: string | undefined): DocumentCondition[] =>
  (filter ?? '').split(';').flatMap((part) => {
    const [, key, is, value] = form.exec(part.trim()) ?? []
    return key && is && value ? [{ key, is: is as DocumentCondition['is'], value: value.trim() }] : []
  })

const isNumber = (value: string): boolean => /^-?\d{1,15}(\.\d{1,10})?$/.test(value)

/** Numbers are compared as numbers; texts and dates by their characters, whatever their case. */
function holds({ key, is, value }: DocumentCondition): RawBuilder<unknown> {
  const [field, stored] = [sql`a.metadata -> ${key}`, sql`lower(a.metadata ->> ${key})`]
  const given = isNumber(value) ? String(Number(value)) : value.toLowerCase()
  if (is === '=') return sql`coalesce(${stored} = ${given}, false)`
  if (is === '!=') return sql`${stored} is distinct from ${given}`
  const compare = sql.raw(is)
  return isNumber(value)
    ? sql`case when jsonb_typeof(${field}) = 'number' then (a.metadata ->> ${key})::numeric ${compare} ${given}::numeric else false end`
    : sql`case when jsonb_typeof(${field}) = 'string' then ${stored} collate "C" ${compare} ${given} else false end`
}

/** Which documents `a` meet all conditions. */
export const meetsFilter = (conditions: readonly DocumentCondition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions.map(holds), sql` and `)

/** Whether what has no metadata meets them: articles. */
export const isMetByNone = (conditions: readonly DocumentCondition[]): boolean => conditions.every(({ is }) => is === '!=')
