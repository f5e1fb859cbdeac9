import { allEndpoints } from '@imperium/contract/registry.ts'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import type { dashboard } from '@imperium/contract/dashboard.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listAudit } from './store.ts'
import type { AuditRow } from './store.ts'

type Item = Data<typeof dashboard.activity>[number]

const batch = 500
/** Rows looked at for one answer: a longer row of the same runs shows as "more than". */
const mostRows = 5_000

interface Group {
  row: AuditRow
  times: number
}

/** The newest `limit` items. Runs of one agent by one person that follow each other are one item. */
export async function listActivity(tx: OrgTx, limit: number): Promise<Item[]> {
  const groups: Group[] = []
  let before: number | null = null
  let read = 0
  while (groups.length <= limit && read < mostRows) {
    const rows = await listAudit(tx, before, batch)
    for (const row of rows) addTo(groups, row)
    read += rows.length
    before = rows.at(-1)?.seq ?? null
    if (rows.length < batch) break
  }
  const last = groups.at(-1)
  return groups.slice(0, limit).map((group) => toItem(group, read >= mostRows && group === last))
}

function addTo(groups: Group[], row: AuditRow): void {
  const last = groups.at(-1)
  const repeats =
    last?.row.action === 'agents.execute' &&
    row.action === 'agents.execute' &&
    last.row.targetId === row.targetId &&
    last.row.actorId === row.actorId
  if (last && repeats) last.times += 1
  else groups.push({ row, times: 1 })
}

interface Wording {
  type: Item['type']
  /** What the actor did, with the target's name where there is one. */
  say: (name: string) => string
  link?: (id: string | null) => string | null
}

const agentLink = (id: string | null) => (id ? `agents?agent=${id}` : null)
const to = (path: string) => () => path

const wordings: Readonly<Record<string, Wording>> = {
  'agents.create': { type: 'agent_created', say: (name) => `created ${name}`, link: agentLink },
  'agents.clone': { type: 'agent_created', say: (name) => `cloned ${name}`, link: agentLink },
  'agents.execute': { type: 'agent_executed', say: (name) => `ran ${name}`, link: agentLink },
  'agents.update': { type: 'change', say: (name) => `changed ${name}`, link: agentLink },
  'agents.setStatus': { type: 'change', say: (name) => `set the status of ${name}`, link: agentLink },
  'agents.bulk': { type: 'change', say: () => 'changed several agents', link: to('agents') },
  'agents.remove': { type: 'change', say: (name) => `deleted ${name}` },
  'runs.cancel': { type: 'change', say: (name) => `cancelled a run of ${name}` },
  'auth.register': { type: 'user_joined', say: () => 'joined' },
  'team.join': { type: 'user_joined', say: () => 'joined' },
  'organizations.update': { type: 'change', say: () => 'changed the settings of the organization' },
  'organizations.set': { type: 'change', say: () => 'changed plan, limits or status of the organization' },
  'ai-models.createConfig': { type: 'change', say: (name) => `added the AI model ${name}`, link: to('settings/ai-models') },
  'ai-models.updateConfig': { type: 'change', say: (name) => `changed the AI model ${name}`, link: to('settings/ai-models') },
  'ai-models.removeConfig': { type: 'change', say: (name) => `removed the AI model ${name}` },
  'ai-models.test': { type: 'change', say: (name) => `tested the AI model ${name}`, link: to('settings/ai-models') },
  'ai-models.createProvider': { type: 'change', say: (name) => `added the AI provider ${name}`, link: to('settings/providers') },
  'ai-models.updateProvider': { type: 'change', say: (name) => `changed the AI provider ${name}`, link: to('settings/providers') },
  'ai-models.removeProvider': { type: 'change', say: (name) => `removed the AI provider ${name}` },
}

const nameless: Readonly<Record<string, string>> = { agents: 'an agent', runs: 'an agent', 'ai-models': 'of the organization' }
const summaries = new Map<string, string>(allEndpoints.map((each) => [each.id, each.summary]))

function toItem({ row, times }: Group, cut: boolean): Item {
  const wording = wordings[row.action]
  const name = row.targetName ?? nameless[row.action.split('.')[0] ?? ''] ?? 'something'
  const often = times > 1 ? ` ${cut ? 'more than ' : ''}${times.toLocaleString('en-US')} times` : ''
  // An action without words of its own is told by its operation's summary.
  const summary = summaries.get(row.action) ?? row.action
  return {
    id: String(row.seq),
    type: wording?.type ?? 'change',
    message: wording
      ? `${row.actorName} ${wording.say(name)}${often}`
      : `${row.actorName}: ${summary}${row.targetName ? ` (${row.targetName})` : ''}`,
    timestamp: row.at.toISOString(),
    actor: row.actorName,
    link: wording?.link?.(row.targetId) ?? null,
  }
}
