import type { z } from 'zod'

type Snake<K extends string> = K extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : K
/** The column type for a field of a reply: a timestamp as Date, an enum as text (the table's check constrains it). */
type Stored<T> = T extends string ? string | Date : T
type Fields<T> = { [K in keyof T]: T[K] | (string extends T[K] ? Date : never) | (null extends T[K] ? Date | null : never) }
type Columns<T> = { [K in keyof T & string as Snake<K>]: Stored<T[K]> }

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A timestamp as the API shows it; that of a list is ISO text already (`listStatement`). */
export const isoText = <T extends Date | string | null>(value: T): string | (null extends T ? null : never) =>
  (value instanceof Date ? value.toISOString() : value) as string

/**
 * The only way from a row to its reply: contract fields come from the columns of the same name in snake case, timestamps as ISO text,
 * and `derive` adds the others. Only fields of the contract are sent, so a new column is never exposed by accident.
 */
export function replyOf<
  S extends z.ZodObject,
  Row extends object = object,
  D extends Partial<Fields<z.output<S>>> = Record<never, never>,
  Rest extends unknown[] = [],
>({ shape }: S, derive?: (row: Row, ...rest: Rest) => D): (row: Row & Columns<Omit<z.output<S>, keyof D>>, ...rest: Rest) => z.output<S> {
  const columns = Object.keys(shape).map((field) => [field, columnOf(field)] as const)
  return (row, ...rest) => {
    const reply: Record<string, unknown> = { ...derive?.(row, ...rest) }
    for (const [field, column] of columns) {
      const value = field in reply ? reply[field] : (row as Record<string, unknown>)[column]
      reply[field] = value instanceof Date ? value.toISOString() : value
    }
    return reply as z.output<S>
  }
}
