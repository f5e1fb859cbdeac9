/** Reads a question about the organization's own data into the input of the `database_query` tool. */
import { queryTables } from '../query-tables.ts'
import type { Aggregate, QueryTable } from '../query-tables.ts'

type Filter = { field: string; op: 'eq' | 'gte'; value: string }

export interface SandboxQuery {
  table: string
  fields?: string[]
  filters?: Filter[]
  groupBy?: string[]
  aggregates?: Aggregate[]
  orderBy?: { field: string; direction: 'asc' | 'desc' }[]
  limit?: number
}

const COUNTING = /\bhow many\b|\bcounts?\b|\bnumber of\b|\btotal number\b/i
const REQUESTING =
  /\blist\b|\bwhich\b|\bshow\b|\bwhat\b|\bfind\b|\btop\b|\bmost\b|\bleast\b|\blatest\b|\brecent\b|\baverage\b|\btotal\b|\bhow (much|long|fast|often)\b|\bstatus of\b/i

const byRank = (): QueryTable[] => queryTables().toSorted((a, b) => a.questions.rank - b.questions.rank)

const tableOf = (text: string): QueryTable | undefined => byRank().find(({ questions }) => questions.isAbout(text))

const readSince = (text: string, now: Date): Date | undefined => {
  const day = 86_400_000
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const days = /\b(?:last|past) (\d{1,3}) days?\b/i.exec(text)?.[1]
  if (days) return new Date(now.getTime() - Number(days) * day)
  if (/\btoday\b/i.test(text)) return midnight
  if (/\b(this|last|past) week\b/i.test(text)) return new Date(midnight.getTime() - 7 * day)
  if (/\b(this|last|past) month\b/i.test(text)) return new Date(midnight.getTime() - 30 * day)
  return undefined
}

const readFilters = (text: string, { questions }: QueryTable, now: Date): Filter[] => {
  const filters: Filter[] = []
  const status = questions.statuses?.find(([pattern]) => pattern.test(text))?.[1]
  if (status) filters.push({ field: 'status', op: 'eq', value: status })
  const since = readSince(text, now)
  if (since) filters.push({ field: questions.time, op: 'gte', value: since.toISOString() })
  return filters
}

const readGroup = (text: string, { questions }: QueryTable): string | undefined => {
  const grouping = new Set(queryTables().flatMap((table) => Object.keys(table.questions.groups ?? {})))
  const word = new RegExp(`\\b(?:by|per|for each)\\s+(?:each\\s+)?(${[...grouping].join('|')})\\b`, 'i').exec(text)?.[1]?.toLowerCase()
  return word === undefined ? undefined : questions.groups?.[word]
}

/** The query for a text that asks for data of the organization's tables. The same text and day give the same query. */
export const buildQuery = (text: string, now: Date): SandboxQuery | null => {
  const table = tableOf(text)
  if (!table || !(COUNTING.test(text) || REQUESTING.test(text))) return null
  const { questions, name } = table
  const filters = readFilters(text, table, now)
  const where = filters.length > 0 ? { filters } : {}
  const group = readGroup(text, table)
  const counted: Aggregate | undefined = COUNTING.test(text) || group !== undefined ? { fn: 'count' } : undefined
  const aggregate = questions.measure?.(text) ?? counted
  if (aggregate) return { table: name, ...where, ...(group ? { groupBy: [group], limit: 20 } : {}), aggregates: [aggregate] }
  const request = Number(/\b(?:top|latest|last|first)\s+(\d{1,3})\b(?! days?)/i.exec(text)?.[1] ?? 10)
  const field = questions.ranking?.[0].test(text) ? questions.ranking[1] : questions.time
  return {
    table: name,
    fields: [...questions.listed],
    ...where,
    orderBy: [{ field, direction: 'desc' }],
    limit: Math.min(50, Math.max(1, request)),
  }
}

/** A query whose number of rows sets it apart from others: of the least specific table that every run may read. */
export const countedQuery = (limit: number): SandboxQuery | null => {
  const table = byRank().findLast(({ automations }) => automations)
  return table ? { table: table.name, fields: table.questions.listed.slice(0, 1), limit } : null
}
