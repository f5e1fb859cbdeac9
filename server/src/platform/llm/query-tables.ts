import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Permission } from '@imperium/contract/permissions.ts'

export type Kind = 'text' | 'number' | 'time' | 'boolean'

export interface QueryColumn {
  column: RawBuilder<unknown>
  kind: Kind
}

export type Aggregate = { fn: 'count' | 'sum' | 'avg'; field?: string }

/** How the sandbox model reads a question about the table. */
export interface TableQuestions {
  /** Of the tables that a question is about, that of the lowest number is read. */
  rank: number
  isAbout: (text: string) => boolean
  listed: readonly string[]
  /** The creation time of a row. */
  time: string
  /** The fields by which "per <word>" groups. */
  groups?: Readonly<Record<string, string>>
  statuses?: readonly (readonly [RegExp, string])[]
  /** The field that orders a list in place of the time, where the text says so. */
  ranking?: readonly [RegExp, string]
  measure?: (text: string) => Aggregate | undefined
}

/** What a module lets agents read: our own names, each with its SQL expression. No text of a model becomes SQL (SEC-25, SEC-43). */
export interface QueryTable {
  name: string
  /** The place in the description of the tool. */
  order: number
  /** Begins with FROM and ends with a condition. */
  from: RawBuilder<unknown>
  /** What the person or key behind the run needs. */
  permission: Permission
  /** Readable without a person behind the run: nothing personal, no text that a stranger can write. */
  automations?: true
  fields: Readonly<Record<string, QueryColumn>>
  questions: TableQuestions
}

export const queryColumns = (kinds: Record<string, Kind>): Record<string, QueryColumn> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { column: sql`${sql.ref(name)}`, kind }]))

// One list per process: tables hold nothing of the platform.
let offered: readonly QueryTable[] = []

/** For the manifest of the module that owns the table. */
export const offerQueryTable = (table: QueryTable): { attach: () => void } => ({
  attach: () => {
    offered = [...offered.filter(({ name }) => name !== table.name), table].sort((a, b) => a.order - b.order)
  },
})

/** In the order of their numbers; another list whenever one is added. */
export const queryTables = (): readonly QueryTable[] => offered
