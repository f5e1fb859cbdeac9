import { operationTools } from './describe-tools.ts'
import type { OperationTool } from './describe-tools.ts'
import type { McpCaller } from './caller.ts'

/** More tools than this make models choose badly; the rest is found by `search_operations`. */
const mostListed = 40

/** What an assistant needs first of each area, when everything would be too much. */
const usual: ReadonlySet<string> = new Set([
  ...(['agents.list', 'agents.read', 'agents.create', 'agents.update', 'agents.execute', 'runs.listForAgent', 'runs.read'] as const),
  ...([
    'contacts.list',
    'contacts.read',
    'contacts.create',
    'contacts.update',
    'segments.list',
    'campaigns.list',
    'campaigns.read',
  ] as const),
  ...(['campaigns.create', 'campaigns.update', 'campaigns.analytics', 'campaigns.checklist', 'campaigns.send', 'messages.list'] as const),
  ...(['messages.read', 'messages.reply', 'workflows.list', 'workflows.read', 'workflow-runs.start', 'workflow-runs.list'] as const),
  ...(['workflow-runs.read', 'workflow-approvals.list', 'workflow-approvals.decide', 'templates.list', 'templates.use'] as const),
  ...(['dashboard.stats', 'dashboard.usage', 'search.find', 'channels.listSenders', 'team.members', 'webhooks.list'] as const),
])

/** Tools that the caller may call. */
export const allowedTools = (caller: McpCaller): OperationTool[] => operationTools.filter(({ endpoint }) => caller.may(endpoint))

const moduleOf = ({ endpoint }: OperationTool): string => endpoint.id.split('.')[0] ?? ''

/** The tools that are listed: all that the scopes allow when they are few, else the usual ones; or the sets that the address names. */
export function listedTools(caller: McpCaller): OperationTool[] {
  const allowed = allowedTools(caller)
  const { toolSets } = caller
  if (toolSets) return allowed.filter((each) => toolSets.includes('all') || toolSets.includes(moduleOf(each)))
  return allowed.length <= mostListed ? allowed : allowed.filter(({ endpoint }) => usual.has(endpoint.id))
}

/** Operations whose name or summary has the terms, best first. */
export function searchTools(caller: McpCaller, query: string, most: number): OperationTool[] {
  const terms = query.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const scored = allowedTools(caller).map((each) => {
    const { id, summary } = each.endpoint
    const name = id.toLowerCase()
    const text = summary.toLowerCase()
    const score = terms.reduce((sum, word) => {
      const stem = word.length > 4 ? word.replace(/(ies|es|s|ing|ed)$/, '') : word
      return sum + (name.includes(stem) ? 3 : 0) + (text.includes(stem) ? 2 : 0)
    }, 0)
    return { each, score }
  })
  return scored
    .filter(({ score }) => terms.length === 0 || score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ each }) => each)
}
