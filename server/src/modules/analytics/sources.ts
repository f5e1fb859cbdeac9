import type { Split } from '@imperium/contract/analytics/splits.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import { callerOf, sumApiErrors } from '../../platform/metering/api-errors.ts'
import { countActive } from '../activity/index.ts'
import { agentCounts, countCreatedAgents } from '../agents/index.ts'
import { countSends } from '../campaigns/index.ts'
import { countContacts, countNewContacts } from '../contacts/index.ts'
import { sumRuns, sumRunsOfAgents, wholeDaysIn } from '../dashboard/index.ts'
import { countConversations, countMessagesIn } from '../messages/index.ts'
import { countJoined } from '../organizations/index.ts'
import { sumRecurring, sumRevenue } from '../sales/index.ts'
import { sumPart, sumUsage } from '../usage-analytics/index.ts'
import { countActiveWorkflows, countWorkflowRuns } from '../workflows/index.ts'

/**
 * Reads columns by stretches of time and by the parts of a split. All of them are functions that the pages of their modules use too, so a number has
 * one formula. A source of states answers for now, in the last stretch.
 */
export type ReadSource = (tx: OrgTx, cuts: Cuts, split: Split | null) => Promise<StretchRow[]>

const within = <const S extends Split>(splits: readonly S[], split: Split | null): S | null => splits.find((each) => each === split) ?? null

const stateOf =
  (column: string, count: (tx: OrgTx) => Promise<number>): ReadSource =>
  async (tx, { at }) => [{ stretch: at.length - 2, key: '', values: { [column]: await count(tx) } }]

const partOf = {
  user: 'member',
  key: 'key',
  caller: 'key',
  model: 'model',
  agent: 'agent',
  campaign: 'campaign',
  workflow: 'workflow',
} as const

/** Sums of usage by a part, one stretch after the other: whole days are read from sums of days. */
const readUsage: ReadSource = async (tx, cuts, split) => {
  const by = within(['user', 'key', 'caller', 'model', 'agent', 'campaign', 'workflow'], split)
  if (by === null) return sumUsage(tx, cuts)
  const found: StretchRow[] = []
  const keyOf = (subjectId: string, model: string) => (by === 'model' ? model : by === 'caller' ? callerOf(subjectId) : subjectId)
  for (const [stretch, from] of cuts.at.slice(0, -1).entries()) {
    const to = cuts.at[stretch + 1] ?? from
    for (const { subjectId, model, modelCalls, apiCalls, inputTokens, outputTokens, costMicros } of await sumPart(tx, partOf[by], {
      from,
      to,
      wholeDays: wholeDaysIn(from, to),
    }))
      found.push({
        stretch,
        key: keyOf(subjectId, model),
        values: { modelCalls, apiCalls, tokens: inputTokens + outputTokens, costMicros },
      })
  }
  return [...found, ...restsOf(await sumUsage(tx, cuts), found, keyOf(zeroId, ''))]
}

/** What no part is kept of, as calls without a key: so the parts give the whole. */
function restsOf(wholes: readonly StretchRow[], parts: readonly StretchRow[], key: string): StretchRow[] {
  const ofStretch = Map.groupBy(parts, ({ stretch }) => stretch)
  return wholes.flatMap(({ stretch, values: whole }) => {
    const values = Object.fromEntries(
      ['modelCalls', 'apiCalls', 'tokens', 'costMicros'].map((column) => [
        column,
        (whole[column] ?? 0) - (ofStretch.get(stretch) ?? []).reduce((sum, part) => sum + (part.values[column] ?? 0), 0),
      ]),
    )
    return Object.values(values).some((value) => value !== 0) ? [{ stretch, key, values }] : []
  })
}

export const sources: Readonly<Record<string, ReadSource>> = {
  runs: (tx, cuts, split) => (split === 'agent' ? sumRunsOfAgents(tx, cuts) : sumRuns(tx, cuts, within(['model'], split))),
  agents: (tx, cuts, split) => countCreatedAgents(tx, cuts, within(['user', 'agent-type'], split)),
  'active-agents': stateOf('active', async (tx) => {
    const now = new Date()
    return (await agentCounts(tx, { since: now, before: now })).active
  }),
  sends: (tx, cuts, split) => countSends(tx, cuts, within(['campaign', 'channel', 'user'], split)),
  'workflow-runs': (tx, cuts, split) => countWorkflowRuns(tx, cuts, within(['workflow', 'trigger'], split)),
  'active-workflows': stateOf('active', countActiveWorkflows),
  messages: (tx, cuts, split) => countMessagesIn(tx, cuts, within(['channel'], split)),
  conversations: (tx, cuts, split) => countConversations(tx, cuts, within(['channel'], split)),
  contacts: (tx, cuts, split) => countNewContacts(tx, cuts, within(['source'], split)),
  'all-contacts': stateOf('contacts', countContacts),
  revenue: (tx, cuts, split) => sumRevenue(tx, cuts, within(['document'], split)),
  recurring: async (tx, { at }, split) =>
    (await sumRecurring(tx, within(['interval'], split))).map((row) => ({ ...row, stretch: at.length - 2 })),
  usage: readUsage,
  'api-errors': (tx, cuts, split) => sumApiErrors(tx, cuts, within(['key', 'user', 'caller'], split)),
  members: (tx, cuts, split) => countJoined(tx, cuts, within(['role'], split)),
  acts: (tx, cuts, split) => countActive(tx, cuts, within(['user', 'role'], split)),
}
