import type { z } from 'zod'
import type { ActivityItem } from '@imperium/contract/dashboard.ts'
import type { ActCatalogue } from '../../platform/audit/acts.ts'
import { holds } from '../../platform/auth/rights.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { describeAct, linkOf, fillSentence, plainSentences } from './describe-act.ts'
import type { ActivitySentence } from './describe-act.ts'
import { listSucceeded, readRetention } from './store.ts'
import type { RecentRow } from './store.ts'

type Item = z.infer<typeof ActivityItem>

const batch = 500
/** Rows read for one response: if a group of runs has more, it shows as "more than". */
const mostRows = 5_000

interface Group {
  row: RecentRow
  times: number
}

/**
 * The newest `limit` actions on the work of the organization. Consecutive runs of one agent by one member are one item.
 * Account actions are only in the activity log; a member without audit permission sees actions on agents, and new members.
 */
export async function listRecent(acts: ActCatalogue, tx: OrgTx, reader: { rights: Rights; now: Date }, limit: number): Promise<Item[]> {
  const { actions, modules } = holds(reader.rights, 'audit:read') ? hiddenFromAll(acts) : hiddenFromMembers(acts)
  const since = new Date(reader.now.getTime() - (await readRetention(tx)).days * 86_400_000)
  const groups: Group[] = []
  let before: number | null = null
  let read = 0
  while (groups.length <= limit && read < mostRows) {
    const rows = await listSucceeded(tx, { since, before, limit: batch, withoutActions: actions, withoutModules: modules })
    for (const row of rows) addTo(groups, row)
    read += rows.length
    before = rows.at(-1)?.seq ?? null
    if (rows.length < batch) break
  }
  const last = groups.at(-1)
  return groups.slice(0, limit).map((group) => toItem(acts, group, read >= mostRows && group === last))
}

const joins = ['auth.register', 'team.join', 'team.accept']
const ofAccounts = (name: string): boolean => /^(auth|two-factor|profile)\.|^activity\.export/.test(name) && !joins.includes(name)
const hiddenFromAll = (acts: ActCatalogue) => ({
  actions: acts.names().filter(ofAccounts),
  modules: ['two-factor', 'profile', 'settings', 'notifications'],
})
const hiddenFromMembers = (acts: ActCatalogue) => ({
  actions: acts.names().filter((name) => !/^(agents|runs|workflows|workflow-runs)\./.test(name) && !joins.includes(name)),
  modules: acts.modulesWithKind().filter((module) => module !== 'auth' && module !== 'team'),
})

function addTo(groups: Group[], row: RecentRow): void {
  const last = groups.at(-1)
  const repeats =
    last?.row.action === 'agents.execute' &&
    row.action === 'agents.execute' &&
    last.row.targetId === row.targetId &&
    last.row.actorId === row.actorId
  if (last && repeats) last.times += 1
  else groups.push({ row, times: 1 })
}

const types: Readonly<Record<string, Item['type']>> = {
  'agents.create': 'agent_created',
  'agents.clone': 'agent_created',
  'agents.execute': 'agent_executed',
  'workflow-runs.start': 'workflow_executed',
  'workflow-runs.retry': 'workflow_executed',
  ...Object.fromEntries(joins.map((action) => [action, 'user_joined'] as const)),
}

function toItem(acts: ActCatalogue, { row, times }: Group, cut: boolean): Item {
  const sentence =
    times > 1 && row.targetName ? describeRepeats(row, row.targetName, times, cut) : describeAct(acts, { ...row, outcome: 'success' })
  return {
    id: String(row.seq),
    type: types[row.action] ?? 'change',
    message: sentence.description,
    sentence: sentence.sentence,
    values: sentence.values,
    timestamp: row.at.toISOString(),
    actor: row.actorName,
    link: linkOf({ ...row, outcome: 'success' }),
  }
}

const describeRepeats = (row: RecentRow, target: string, times: number, cut: boolean): ActivitySentence =>
  fillSentence(cut ? plainSentences.moreOften : plainSentences.often, {
    actor: row.actorName,
    target,
    times: times.toLocaleString('en-US'),
  })
