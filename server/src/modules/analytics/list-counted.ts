import type { MetricRows } from '@imperium/contract/analytics/analytics.ts'
import { mostCountedRows } from '@imperium/contract/analytics/analytics.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import type { MetricFacts, MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { addDays, cutsAt } from '../../platform/local-days.ts'
import type { Cuts } from '../../platform/local-days.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { CountedPart, CountedRow } from '../../platform/resources/counted-row.ts'
import { listCreatedAgents } from '../agents/index.ts'
import { listCountedSends } from '../campaigns/index.ts'
import { listNewContacts } from '../contacts/index.ts'
import { listCountedConversations, listCountedMessages } from '../messages/index.ts'
import { listEndedRuns } from '../runs/index.ts'
import { listRevenue } from '../sales/index.ts'
import { listCountedRuns } from '../workflows/index.ts'
import { assertSplit } from './read-metrics.ts'

interface RowSource {
  splits: readonly Split[]
  list: (tx: OrgTx, cuts: Cuts, part: CountedPart<never> | null, limit: number) => Promise<CountedRow[]>
  /** Below the organization. */
  path: (row: CountedRow) => string
}

/** Sources whose rows are kept one by one. Calls of models and of the API are kept as sums alone. */
const rowSources: Readonly<Record<string, RowSource>> = {
  runs: {
    splits: ['agent', 'model'],
    list: listEndedRuns,
    path: ({ id }) => `agents?agent=${id.slice(0, 36)}&tab=history&run=${id.slice(37)}`,
  },
  agents: { splits: ['user', 'agent-type'], list: listCreatedAgents, path: ({ id }) => `agents?agent=${id}` },
  sends: { splits: ['campaign', 'channel', 'user'], list: listCountedSends, path: ({ id }) => `campaigns/${id}` },
  'workflow-runs': { splits: ['workflow', 'trigger'], list: listCountedRuns, path: ({ id }) => `workflows/runs/${id}` },
  messages: { splits: ['channel'], list: listCountedMessages, path: ({ id }) => `messages?state=all&message=${id}` },
  conversations: { splits: ['channel'], list: listCountedConversations, path: ({ id }) => `messages?state=all&message=${id}` },
  contacts: { splits: ['source'], list: listNewContacts, path: ({ id }) => `contacts?contact=${id}` },
  revenue: { splits: ['document'], list: listRevenue, path: ({ id }) => `sales-invoice?invoice=${id}` },
}

export const hasRows = (metric: MetricId): boolean => Object.hasOwn(rowSources, factsOf(metric).source)

/** How much a row adds to the number; of a ratio, to what it is divided by. */
const addedBy = ({ value }: MetricFacts, { values }: CountedRow): number => values[typeof value === 'string' ? value : value.per] ?? 0

interface Asked {
  metric: MetricId
  from: string
  to: string
  by?: Split | undefined
  key?: string | undefined
}

/** The rows behind a number, newest first, each with what it adds. @throws 403; 422 for a metric whose rows are not kept. */
export async function listCounted(
  { tx, org, may }: Pick<OrgContext, 'tx' | 'org' | 'may'>,
  { metric, from, to, by, key }: Asked,
): Promise<MetricRows> {
  const facts = factsOf(metric)
  if (!may(facts.permission)) throw forbidden()
  const source = rowSources[facts.source]
  if (!source) throw invalid([{ path: 'metric', message: 'Only the sums of this metric are kept' }])
  if (to < from) throw invalid([{ path: 'to', message: 'The end is before the start' }])
  const split = by === undefined ? null : assertSplit(metric, by)
  const part =
    split === null || key === undefined || !source.splits.includes(split as Split) ? null : ({ split, key } as CountedPart<never>)
  const cuts = cutsAt([from, addDays(to, 1)], org.timeZone)
  const found = await source.list(tx, cuts, part, mostCountedRows + 1)
  const counted = found.slice(0, mostCountedRows).filter((row) => addedBy(facts, row) !== 0)
  return {
    rows: counted.map((row) => ({
      at: row.at instanceof Date ? row.at.toISOString() : row.at,
      label: row.label,
      detail: row.detail,
      value: addedBy(facts, row),
      currency: row.currency ?? null,
      path: source.path(row),
    })),
    isMore: found.length > mostCountedRows,
  }
}
