import { z } from 'zod'
import { action } from '../../kit/action.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { selectRows, whereOf } from './row-conditions.ts'
import type { Dialect, rowFields } from './row-conditions.ts'

interface RowActions<Table extends z.ZodRawShape> extends Pick<ReturnType<typeof rowFields>, 'conditions' | 'find'> {
  dialect: Dialect
  /** The fields that name a table. */
  table: Table
  fromOf: (input: z.output<z.ZodObject<Table>>) => string
  read: (context: ConnectorContext, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>
}

/** The actions of a database that read rows by table, columns and conditions. */
export function rowActions<Table extends z.ZodRawShape>({ dialect, table, fromOf, read, conditions, find }: RowActions<Table>) {
  const from = (input: object) => fromOf(input as z.output<z.ZodObject<Table>>)
  return {
    find_rows: action({
      title: 'Find rows',
      description: 'Lists rows of a table or view for which all conditions hold.',
      input: z.object({ ...table, ...find }),
      isReadOnly: true,
      run: async (input, context) => {
        const { text, values } = selectRows(from(input), input as z.output<z.ZodObject<typeof find>>, dialect)
        return { rows: await read(context, text, values) }
      },
      sample: { rows: [{ id: 1, name: 'Ada' }] },
    }),
    count_rows: action({
      title: 'Count rows',
      description: 'Counts rows for which all conditions hold.',
      input: z.object({ ...table, conditions }),
      isReadOnly: true,
      run: async (input, context) => {
        const wanted = input as z.output<z.ZodObject<{ conditions: typeof conditions }>>
        const { text, values } = whereOf(wanted.conditions, dialect)
        const [row] = await read(context, `select count(*) as n from ${from(input)}${text}`, values)
        return { count: Number(row?.['n']) }
      },
      sample: { count: 7 },
    }),
  }
}
