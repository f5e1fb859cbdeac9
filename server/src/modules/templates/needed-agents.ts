import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAgent, hasAgentNamed } from '../agents/index.ts'
import { AgentContent } from './contents.ts'
import type { WorkflowContent } from './contents.ts'
import { officialTemplates } from './official/index.ts'

/** Creates the official agents that a workflow names and the organization does not have. @throws 409 PLAN_LIMIT. */
export async function addMissingAgents(platform: Platform, context: OrgContext, references: WorkflowContent['references']): Promise<void> {
  const names = new Set(Object.values(references).flatMap(({ kind, name }) => (kind === 'agent' ? [name] : [])))
  for (const { name, content } of officialTemplates.filter((each) => each.category === 'agent' && names.has(each.name))) {
    if (await hasAgentNamed(context.tx, name)) continue
    await createAgent(platform, context, { ...AgentContent.parse(content), name, isPublic: false, monthlyBudgetMicros: null })
  }
}
