import { agents } from '@imperium/contract/agents.ts'
import type { Agent, GrantedTool } from '@imperium/contract/agents.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeMany, changeStatus, deleteAgents } from './change-agents.ts'
import { requireKnownModel, withModelWarning } from './check-model.ts'
import { cloneAgent, createAgent } from './create-agent.ts'
import { listCapabilities } from './list-capabilities.ts'
import { proposeAgent } from './propose-agent.ts'
import { agentStats, findAgent, findAgentWithLatestRuns, listAgents, listVersions } from './store.ts'
import { updateAgent } from './update-agent.ts'

export const agentOperations = (platform: Platform) =>
  bindOperations(agents, {
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, sort, direction, ...filter } = query
      const scope = { orgId: org.id, list: 'agents', filter: { ...filter, sort, direction } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listAgents(tx, { filter, sort, direction, limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: async ({ query }, { tx, org }) => ({ ...(await agentStats(tx, query)), maxAgents: org.maxAgents }),
    capabilities: (_input, context) => listCapabilities(platform, context),
    create: async ({ body }, context) => {
      await requireKnownModel(context.tx, body.config.model)
      return withModelWarning(context.tx, await createAgent(platform, context, body))
    },
    propose: async ({ body }, context) => {
      const proposal = await proposeAgent(platform, body.text, context)
      context.audit({
        targetName: proposal.name,
        after: { task: body.text, model: proposal.model, reason: proposal.reason?.message ?? null },
      })
      return proposal
    },
    read: async ({ params }, { tx }) => {
      const agent = await findAgentWithLatestRuns(tx, params.id)
      if (!agent) throw notFound()
      return agent
    },
    versions: async ({ params }, { tx }) => {
      if (!(await findAgent(tx, params.id))) throw notFound()
      return (await listVersions(tx, params.id)).map((row) => ({
        version: row.version,
        model: row.model,
        systemPrompt: row.system_prompt,
        temperature: row.temperature,
        maxTokens: row.max_tokens,
        capabilities: row.capabilities as GrantedTool[],
        outputSchema: (row.output_schema ?? null) as Agent['outputSchema'],
        createdAt: row.created_at.toISOString(),
        createdBy: row.created_by,
      }))
    },
    update: async ({ params, body }, context) => withModelWarning(context.tx, await updateAgent(platform, context, params.id, body)),
    setStatus: ({ params, body }, context) => changeStatus(context, params.id, body.status),
    bulk: ({ body }, context) => changeMany(platform, context, body.ids, body.action),
    clone: ({ params }, context) => cloneAgent(platform, context, params.id),
    remove: async ({ params }, context) => {
      await deleteAgents(platform, context, [params.id])
      return null
    },
  })
