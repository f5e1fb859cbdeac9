import type { z } from 'zod'
import type { templates } from '@imperium/contract/templates.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { visibleToAll } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { wordedIssue } from '@imperium/contract/kit/issue-texts.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { holdImages } from '../email-designs/index.ts'
import { findAgent, isOwnGrant } from '../agents/index.ts'
import { findCampaign } from '../campaigns/index.ts'
import { contentOfWorkflow } from '../workflows/index.ts'
import { AgentContent, contentOf } from './contents.ts'
import type { Category, WorkflowContent } from './contents.ts'

type Published = z.output<typeof templates.publish.body>
type Imported = z.output<typeof templates.import.body>

/** Publishes an object of the organization: its content as exported, without secrets, addresses or ids. @throws 404, 422. */
export async function publishTemplate(context: OrgContext, body: Published): Promise<string> {
  const content = await contentFrom(context, body.category, body.sourceId)
  return addTemplate(context, { ...body, content })
}

/** @throws 422 with what is missing in the file's content. */
export async function importTemplate(context: OrgContext, body: Imported): Promise<string> {
  const read = contentOf[body.category].safeParse(body.content)
  if (!read.success)
    throw invalid(read.error.issues.slice(0, 20).map((issue) => ({ path: ['content', ...issue.path].join('.'), ...wordedIssue(issue) })))
  return addTemplate(context, { ...body, content: read.data, visibility: 'organization' })
}

interface NewTemplate {
  category: Category
  name: string
  description: string
  tags: readonly string[]
  visibility: 'organization' | 'community'
  content: unknown
}

async function addTemplate({ tx, org, caller, key, audit }: OrgContext, fields: NewTemplate): Promise<string> {
  const id = newId()
  const { category, name, description, visibility } = fields
  await holdImages(tx, fields.content)
  await tx
    .insertInto('templates')
    .values({
      org_id: tx.orgId,
      id,
      category,
      name,
      description,
      visibility,
      tags: [...new Set(fields.tags.map((tag) => tag.toLowerCase()))],
      content: JSON.stringify(fields.content),
      review: visibility === 'community' ? 'pending' : 'none',
      author: org.name,
      created_by_user: key ? null : caller.userId,
    })
    .execute()
  audit({ targetId: id, targetName: name, after: { category, visibility } })
  return id
}

async function contentFrom(context: OrgContext, category: Category, sourceId: string): Promise<unknown> {
  const { tx } = context
  if (category === 'agent') {
    const agent = await findAgent(tx, sourceId)
    if (!agent) throw notFound('Agent not found.')
    const { type, description, temperature, maxTokens, systemPrompt } = agent
    // Connections belong to this organization only.
    const capabilities = agent.capabilities.filter((tool) => !isOwnGrant(tool))
    return AgentContent.parse({
      type,
      category: agent.category,
      description,
      config: { temperature, maxTokens, systemPrompt },
      capabilities,
    })
  }
  if (category === 'campaign') {
    const found = await findCampaign(tx, sourceId)
    if (!found) throw notFound('Campaign not found.')
    return { channel: found.channel, definition: withoutOwn(found.definition) }
  }
  return withoutNames(await contentOfWorkflow(tx, sourceId))
}

/**
 * References that only this organization knows by name (members, senders, credentials ...) are left to be chosen; agents keep their names.
 */
function withoutNames({ definition, references }: WorkflowContent): WorkflowContent {
  const own = new Map(
    Object.entries(references)
      .filter(([, { kind }]) => kind !== 'agent')
      .map(([placeholder, { kind }], at) => [placeholder, { placeholder: `${kind}:${at + 1}`, kind, name: String(at + 1) }]),
  )
  const renamed = (value: Json): Json => {
    if (typeof value === 'string') return own.get(value)?.placeholder ?? value
    if (Array.isArray(value)) return value.map(renamed)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]))
  }
  return {
    definition: { ...definition, steps: definition.steps.map((step) => ({ ...step, config: renamed(step.config) as typeof step.config })) },
    references: Object.fromEntries(
      Object.entries(references).map(([placeholder, reference]) => {
        const generic = own.get(placeholder)
        return generic ? [generic.placeholder, { kind: generic.kind, name: generic.name }] : [placeholder, reference]
      }),
    ),
  }
}

/** Members, senders, accounts, agents and segments belong to the organization and are removed. */
function withoutOwn(definition: CampaignDefinition): CampaignDefinition {
  const plain = (content: CampaignDefinition['content']) => {
    const design = content.design && visibleToAll(content.design)
    return { ...content, design, html: design ? renderDesign(design) : content.html, whatsappTemplateId: null, dltTemplateId: '' }
  }
  const { ab } = definition
  return CampaignDefinition.parse({
    ...definition,
    audience: null,
    senderId: null,
    accountId: null,
    agent: null,
    content: plain(definition.content),
    ab: ab && { ...ab, variants: ab.variants.map((variant) => ({ ...variant, content: plain(variant.content) })) },
  })
}
