import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { textOperators } from '@imperium/contract/contacts/segment-rules.ts'
import { not } from './contact-set.ts'

/** `text` is an expression that is never null. Upper and lower case are the same. */
export function compileText(text: RawBuilder<unknown>, op: (typeof textOperators)[number], value: string): RawBuilder<SqlBool> {
  const same = sql<SqlBool>`lower(${text}) = lower(${value})`
  const contains = sql<SqlBool>`strpos(lower(${text}), lower(${value})) > 0`
  switch (op) {
    case 'is':
      return same
    case 'is_not':
      return not(same)
    case 'contains':
      return contains
    case 'not_contains':
      return not(contains)
    case 'starts_with':
      return sql<SqlBool>`starts_with(lower(${text}), lower(${value}))`
    case 'ends_with':
      return sql<SqlBool>`right(lower(${text}), length(lower(${value}))) = lower(${value})`
    case 'is_empty':
      return sql<SqlBool>`${text} = ''`
    case 'is_not_empty':
      return sql<SqlBool>`${text} <> ''`
  }
}
