import { partPermissions } from '@imperium/contract/usage-analytics.ts'
import type { UsageBreakdown, UsageFigures, UsagePart, UsageRow } from '@imperium/contract/usage-analytics.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { forbidden } from '../../platform/errors.ts'
import { zeroId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { agentNames } from '../agents/index.ts'
import { keyNames } from '../api-keys/index.ts'
import { campaignNames } from '../campaigns/index.ts'
import type { Period } from '../dashboard/index.ts'
import { workflowNames } from '../workflows/index.ts'
import { readModels } from './read-models.ts'
import { memberNames, sumPart } from './store.ts'
import type { SubjectSums } from './store.ts'

const mostRows = 500

type Names = (tx: OrgTx, ids: readonly string[]) => Promise<Map<string, string>>

const namesOf: Record<Exclude<UsagePart, 'model'>, Names> = {
  agent: agentNames,
  campaign: campaignNames,
  workflow: workflowNames,
  key: keyNames,
  member: memberNames,
}

const fields = ['modelCalls', 'apiCalls', 'runs', 'failedRuns', 'inputTokens', 'outputTokens', 'costMicros', 'messages'] as const

const figuresOf = (amount: (field: (typeof fields)[number]) => number): UsageFigures => ({
  modelCalls: amount('modelCalls'),
  apiCalls: amount('apiCalls'),
  runs: amount('runs'),
  failedRuns: amount('failedRuns'),
  inputTokens: amount('inputTokens'),
  outputTokens: amount('outputTokens'),
  costMicros: amount('costMicros'),
  messages: amount('messages'),
})

export const totalsOf = (sums: readonly UsageFigures[]): UsageFigures =>
  figuresOf((field) => sums.reduce((sum, each) => sum + each[field], 0))

/** False where corrections have taken back all that was metered. */
const isUsed = (sums: UsageFigures) => fields.some((field) => sums[field] !== 0)

/** Usage by one part. What belongs to none of the rows is one more, so the rows always sum to the totals. @throws 403 */
export async function readBreakdown({ tx, may }: Pick<OrgContext, 'tx' | 'may'>, by: UsagePart, period: Period): Promise<UsageBreakdown> {
  if (!may(partPermissions[by])) throw forbidden()
  const totals = totalsOf(await sumPart(tx, 'all', period))
  const sums = (await sumPart(tx, by, period)).filter(isUsed).slice(0, mostRows)
  const rows = by === 'model' ? await modelRows(tx, sums) : await subjectRows(tx, by, sums)
  const named = totalsOf(sums)
  const rest = figuresOf((field) => totals[field] - named[field])
  return { rows: isUsed(rest) ? [...rows, { subjectId: null, name: null, ...rest, lastUsedAt: null }] : rows, totals }
}

const rowOf = (sums: SubjectSums, name: string | null): UsageRow => ({
  subjectId: sums.subjectId,
  name,
  ...figuresOf((field) => sums[field]),
  lastUsedAt: sums.lastAt.toISOString(),
})

async function subjectRows(tx: OrgTx, by: Exclude<UsagePart, 'model'>, sums: readonly SubjectSums[]): Promise<UsageRow[]> {
  const ids = sums.map(({ subjectId }) => subjectId)
  const names = await namesOf[by](tx, ids)
  return sums.map((each) => rowOf(each, names.get(each.subjectId) ?? null))
}

async function modelRows(tx: OrgTx, sums: readonly SubjectSums[]): Promise<UsageRow[]> {
  const { find } = await readModels(tx)
  return sums.map((each) => rowOf(each, find(each)?.displayName ?? (each.model || (each.subjectId === zeroId ? null : each.subjectId))))
}
