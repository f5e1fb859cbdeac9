import { z } from 'zod'

/** What differs between databases in a condition on rows. */
export interface Dialect {
  quote: (name: string) => string
  /** The placeholder of a value, by its number from 1. */
  placeholder: (number: number) => string
  /** Part of a text, whatever its case; the value is escaped by `!`. */
  contains: (column: string, placeholder: string) => string
}

const comparisons = { equals: '=', not_equals: '<>', greater: '>', at_least: '>=', less: '<', at_most: '<=' } as const
const checks = ['equals', 'not_equals', 'greater', 'at_least', 'less', 'at_most', 'contains', 'empty', 'not_empty'] as const

/** The fields of an action that reads rows. `quote`: the sign around names, which no name may contain. */
export function rowFields(quote: '"' | '`', nameLength: number) {
  const name = (title: string) =>
    z
      .string()
      .regex(new RegExp(`^[^${quote}\\0]{1,${nameLength}}$`), 'Use the name as it stands in the database')
      .meta({ title })
  const condition = z.object({
    column: name('Column'),
    is: z.enum(checks),
    value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
  })
  return {
    name,
    conditions: z.array(condition).max(20).default([]).meta({ title: 'Conditions' }),
    find: {
      columns: z.array(name('Column')).max(100).default([]).meta({ title: 'Columns', description: 'All where none is named' }),
      conditions: z.array(condition).max(20).default([]).meta({ title: 'Conditions' }),
      orderBy: name('Order by').optional(),
      isDescending: z.boolean().default(false).meta({ title: 'The largest first' }),
      limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
    },
  }
}

type Condition = { column: string; is: (typeof checks)[number]; value?: string | number | boolean | undefined }

/** Conditions as SQL; their values are parameters. */
export function whereOf(conditions: readonly Condition[], { quote, placeholder, contains }: Dialect): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = conditions.map(({ column, is, value = '' }) => {
    if (is === 'empty' || is === 'not_empty') return `${quote(column)} is ${is === 'empty' ? '' : 'not '}null`
    values.push(is === 'contains' ? `%${String(value).replaceAll(/[!%_]/g, '!$&')}%` : value)
    const sign = placeholder(values.length)
    return is === 'contains' ? contains(quote(column), sign) : `${quote(column)} ${comparisons[is]} ${sign}`
  })
  return { text: parts.length > 0 ? ` where ${parts.join(' and ')}` : '', values }
}

interface Find {
  columns: readonly string[]
  conditions: readonly Condition[]
  orderBy?: string | undefined
  isDescending: boolean
  limit: number
}

/** The rows of a table or view, as one statement. */
export function selectRows(from: string, { columns, conditions, orderBy, isDescending, limit }: Find, dialect: Dialect) {
  const { text, values } = whereOf(conditions, dialect)
  const what = columns.length > 0 ? columns.map(dialect.quote).join(', ') : '*'
  const order = orderBy === undefined ? '' : ` order by ${dialect.quote(orderBy)}${isDescending ? ' desc' : ''}`
  return { text: `select ${what} from ${from}${text}${order} limit ${limit}`, values }
}
