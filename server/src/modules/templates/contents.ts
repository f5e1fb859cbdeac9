import { z } from 'zod'
import { CreateAgentBody } from '@imperium/contract/agents.ts'
import { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { Channel } from '@imperium/contract/contacts/reach.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { WorkflowFile } from '@imperium/contract/workflows/workflows.ts'
import type { templateCategories } from '@imperium/contract/templates.ts'
import { englishOf, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'

export type Category = (typeof templateCategories)[number]

/** An agent without its name. Its model is left out: each organization has its own. */
export const AgentContent = CreateAgentBody.omit({ name: true, isPublic: true, monthlyBudgetMicros: true })
export type AgentContent = z.output<typeof AgentContent>

/** A campaign without its name, without audience, and without what only its organization has. */
export const CampaignContent = z.strictObject({ channel: Channel, definition: CampaignDefinition })
export type CampaignContent = z.output<typeof CampaignContent>

/** The export file of a workflow without name and description. */
export const WorkflowContent = WorkflowFile.pick({ definition: true, references: true })
export type WorkflowContent = z.output<typeof WorkflowContent>

export const contentOf = { agent: AgentContent, campaign: CampaignContent, workflow: WorkflowContent } as const

/** A template as it is defined in a file of the product. */
export interface OfficialTemplate {
  key: string
  category: Category
  name: string
  description: string
  tags: string[]
  icon: string
  /** 'What's Included' */
  included: Text[]
  content: Json
}

const capabilitySentences: Readonly<Record<string, string>> = {
  web_search: 'Web search',
  database_query: 'Answers from the organization’s data',
  email_send: 'Sends email',
  calendar_integration: 'Calendar',
  sentiment_analysis: 'Sentiment analysis',
  image_generation: 'Images',
  knowledge_search: 'Answers from the knowledge base',
}
/** What the steps of a workflow need from an organization, by the kind that the file names. */
const needSentences: Readonly<Record<string, (name: string) => Text>> = {
  agent: (name) => message('Uses the agent “{name}”', { name }),
  workflow: (name) => message('Uses the workflow “{name}”', { name }),
  sender: (name) => message('Uses the sender “{name}”', { name }),
  account: (name) => message('Uses the channel account “{name}”', { name }),
  whatsappTemplate: (name) => message('Uses the WhatsApp template “{name}”', { name }),
  segment: (name) => message('Uses the segment “{name}”', { name }),
  campaign: (name) => message('Uses the campaign “{name}”', { name }),
  credential: (name) => message('Uses the credential “{name}”', { name }),
  // The user of an official template is the member that it writes to.
  members: (name) =>
    name === 'You' ? 'Messages and questions are assigned to you' : message('Messages and questions go to “{name}”', { name }),
}
/** The same for things that stayed with the publisher of the template: a number replaces their names. */
const choiceSentences: Readonly<Record<string, string>> = {
  workflow: 'You choose the workflow that it calls',
  sender: 'You choose the sender',
  account: 'You choose the channel account',
  whatsappTemplate: 'You choose the WhatsApp template',
  segment: 'You choose the segment',
  campaign: 'You choose the campaign',
  credential: 'You choose the credential',
  members: 'You decide which contacts get messages',
}
const needOf = (kind: string, name: string): Text => {
  const choice = /^\d+$/.test(name) ? choiceSentences[kind] : undefined
  return choice ?? needSentences[kind]?.(name) ?? `Uses “${name}” of your organization`
}
const channelSentences = {
  email: 'Email message',
  sms: 'SMS message',
  whatsapp: 'WhatsApp message',
  webhook: 'Webhook message',
} as const
const frequencySentences = { daily: 'Sent daily', weekly: 'Sent weekly', monthly: 'Sent monthly' } as const

/** The contents of a template in words, computed from it. */
export function includedIn(category: Category, content: unknown): Text[] {
  if (category === 'agent') {
    const { config, capabilities } = AgentContent.parse(content)
    return [
      'System prompt',
      config.temperature === null
        ? message('Temperature of the model, {count} tokens at most', { count: config.maxTokens })
        : message('Temperature {temperature}, {count} tokens at most', { temperature: config.temperature, count: config.maxTokens }),
      ...capabilities.map((capability) => capabilitySentences[capability] ?? capability),
    ]
  }
  if (category === 'campaign') {
    const { channel, definition } = CampaignContent.parse(content)
    const { schedule, ab, window } = definition
    return [
      channelSentences[channel],
      ...(ab ? [message('{count} variants to compare', { count: ab.variants.length + 1 })] : []),
      ...(schedule.type === 'recurring' ? [frequencySentences[schedule.frequency]] : []),
      ...(window ? [message('Sent between {from} and {until} of the recipient’s day', { from: window.from, until: window.until })] : []),
    ]
  }
  const { definition, references } = WorkflowContent.parse(content)
  const needs = Object.values(references).map(({ kind, name }) => needOf(kind, name))
  const once = new Map(needs.map((need) => [englishOf(need), need]))
  return [...definition.steps.map(({ name }) => name), ...once.values()].slice(0, 20)
}

/** The icon of a template that a member published. */
export const iconOf = (category: Category, content: unknown): string => {
  if (category === 'agent') return 'robot'
  if (category === 'workflow') return 'workflow'
  const { channel } = CampaignContent.parse(content)
  return channel === 'email' ? 'mail' : channel === 'whatsapp' ? 'whatsapp' : channel === 'webhook' ? 'webhook' : 'message'
}
