import type { ActionGrant, AgentGrant, CollectionGrant, GrantedTool, WorkflowGrant } from '@imperium/contract/agents.ts'
import { holds } from '../../platform/auth/rights.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { Platform } from '../../platform/platform.ts'
import { findCollection } from '../knowledge/index.ts'
import { findAction, findConnection, mayUse } from '../integrations/index.ts'
import { findAgent } from './store.ts'

export const isActionGrant = (tool: GrantedTool): tool is ActionGrant => tool.startsWith('action:')

export const isCollectionGrant = (tool: GrantedTool): tool is CollectionGrant => tool.startsWith('collection:')

const isAgentGrant = (tool: GrantedTool): tool is AgentGrant => tool.startsWith('agent:')

export const isWorkflowGrant = (tool: GrantedTool): tool is WorkflowGrant => tool.startsWith('workflow:')

/** Names something of this organization alone: it means nothing in another one. */
export const isOwnGrant = (tool: GrantedTool): boolean => tool.includes(':')

type HasWorkflow = (tx: OrgTx, id: string) => Promise<boolean>
const workflowFinders = extensionPoint<HasWorkflow>()

/** Lets the module of workflows, which stands on agents, say which ones exist. */
export const findGrantedWorkflows = (find: HasWorkflow): Extension => workflowFinders.entry(find)

interface Granting {
  rights: Rights
  granted: readonly GrantedTool[]
  before: readonly GrantedTool[]
  /** The agent itself; none while it is created. */
  agentId?: string
}

/**
 * The person who grants an action may use its connection, and who grants a workflow may run it. Grants that the agent has already stay.
 * @throws 422; 404 for an agent or a workflow that is not there
 */
export async function checkGrants(platform: Platform, tx: OrgTx, { rights, granted, before, agentId }: Granting): Promise<void> {
  for (const [index, tool] of granted.entries()) {
    if (before.includes(tool)) continue
    const path = `capabilities.${index}`
    if (isCollectionGrant(tool) && tool !== 'collection:product' && !(await findCollection(tx, tool.slice(11))))
      throw invalid([{ path, message: 'This collection does not exist' }])
    if (isAgentGrant(tool)) {
      const id = tool.slice('agent:'.length)
      if (id === agentId) throw invalid([{ path, message: 'An agent cannot ask itself' }])
      if (!(await findAgent(tx, id))) throw notFound()
    }
    if (isWorkflowGrant(tool)) {
      if (!holds(rights, 'workflows:run')) throw invalid([{ path, message: 'Your role may not run workflows' }])
      const found = await workflowFinders.gather(platform, async (has) => [await has(tx, tool.slice('workflow:'.length))])
      if (!found.includes(true)) throw notFound()
    }
    if (!isActionGrant(tool)) continue
    const [, connectionId = '', action = ''] = tool.split(':')
    const row = await findConnection(tx, connectionId)
    if (!row || !mayUse(row, { kind: 'person', role: rights.role }) || !findAction(row, action))
      throw invalid([{ path, message: 'There is no such action of a connection' }])
  }
}
