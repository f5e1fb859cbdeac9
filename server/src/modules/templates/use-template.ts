import { CreateCampaignBody } from '@imperium/contract/campaigns/campaign-operations.ts'
import { campaignNameMaxLength } from '@imperium/contract/campaigns/campaigns.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAgent } from '../agents/index.ts'
import { createCampaign } from '../campaigns/index.ts'
import { copyForeignImages } from '../email-designs/index.ts'
import { createWorkflowFrom } from '../workflows/index.ts'
import { AgentContent, CampaignContent, WorkflowContent } from './contents.ts'
import type { Category } from './contents.ts'
import { countJob } from './jobs.ts'
import { addMissingAgents } from './needed-agents.ts'
import { readTemplate } from './read-template.ts'
import { contentOfRow } from './show-template.ts'
import type { TemplateRow } from './store.ts'

/**
 * Creates the agent, campaign or workflow as a draft and counts the use, both in the caller's transaction. Official agents that a workflow
 * names and the organization lacks are created with it. @throws 404; 409 PLAN_LIMIT if the plan allows no further agent.
 */
export async function applyTemplate(
  platform: Platform,
  context: OrgContext,
  key: string,
  name: string | undefined,
): Promise<{ category: Category; id: string }> {
  const row = await readTemplate(context, key)
  const id = await make(platform, context, row, name ? name : row.name)
  const { tx, caller } = context
  await tx
    .insertInto('template_uses')
    .values({ org_id: tx.orgId, id: newId(), template: key, used_by_user: caller.userId, at: platform.clock.now() })
    .execute()
  await platform.jobs.send(tx, countJob, { orgId: tx.orgId, template: key })
  return { category: row.category, id }
}

async function make(platform: Platform, context: OrgContext, row: TemplateRow, name: string): Promise<string> {
  const content = await copyForeignImages(platform, context.tx, contentOfRow(row, platform.config.publicUrl))
  if (row.category === 'agent') {
    const { id } = await createAgent(platform, context, {
      ...AgentContent.parse(content),
      name,
      isPublic: false,
      monthlyBudgetMicros: null,
    })
    return id
  }
  if (row.category === 'campaign') {
    const { channel, definition } = CampaignContent.parse(content)
    const body = { name: name.slice(0, campaignNameMaxLength), description: row.description, channel, definition }
    return (await createCampaign(context, CreateCampaignBody.parse(body))).id
  }
  const { definition, references } = WorkflowContent.parse(content)
  await addMissingAgents(platform, context, references)
  const own = withYou(definition, context)
  return createWorkflowFrom(context, {
    name: name.slice(0, 100),
    description: row.description,
    definition: own,
    references,
    fromTemplate: row.key,
  })
}

/** Messages of an official workflow go to the user of the template; an API key is no member, so the recipients are left to be chosen. */
function withYou(definition: WorkflowContent['definition'], { caller, key }: OrgContext): WorkflowContent['definition'] {
  if (key) return definition
  const put = (value: Json): Json => (value === 'members:You' ? caller.userId : Array.isArray(value) ? value.map(put) : value)
  const steps = definition.steps.map((step) => ({
    ...step,
    config: Object.fromEntries(Object.entries(step.config).map(([name, value]) => [name, put(value)])),
  }))
  return { ...definition, steps }
}
