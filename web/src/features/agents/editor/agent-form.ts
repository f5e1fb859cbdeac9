import type { z } from 'zod'
import { CreateAgentBody, agentDefaults } from '@imperium/contract/agents.ts'
import type { Agent, AgentType, GrantedTool } from '@imperium/contract/agents.ts'
import type { AgentVersionRow } from '../api.ts'

/** The field values of an agent, in both the create dialog and the settings. */
export interface AgentValues extends Record<string, unknown> {
  name: string
  type: AgentType
  category: string
  description: string
  config: { model: string; temperature: number | null; maxTokens: number; systemPrompt: string }
  capabilities: GrantedTool[]
  isPublic: boolean
  /** US dollars a month; '' for no budget. */
  budgetDollars: number | string
}

/** The defaults of S1 section 9; `model` is the automatic choice. */
export const newAgentValues = (model: string): AgentValues => ({
  name: '',
  type: agentDefaults.type,
  category: agentDefaults.category,
  description: '',
  config: {
    model,
    temperature: agentDefaults.temperature,
    maxTokens: agentDefaults.maxTokens,
    systemPrompt: agentDefaults.systemPrompt,
  },
  capabilities: [],
  isPublic: false,
  budgetDollars: '',
})

export const valuesOfAgent = (agent: Agent): AgentValues => ({
  name: agent.name,
  type: agent.type,
  category: agent.category,
  description: agent.description,
  config: { model: agent.model, temperature: agent.temperature, maxTokens: agent.maxTokens, systemPrompt: agent.systemPrompt },
  capabilities: [...agent.capabilities],
  isPublic: agent.isPublic,
  budgetDollars: agent.monthlyBudgetMicros === null ? '' : agent.monthlyBudgetMicros / 1_000_000,
})

/** Returns the values with model, prompt and tools of an earlier version. */
export const valuesOfVersion = (values: AgentValues, version: AgentVersionRow): AgentValues => ({
  ...values,
  config: { model: version.model, temperature: version.temperature, maxTokens: version.maxTokens, systemPrompt: version.systemPrompt },
  capabilities: [...version.capabilities],
})

const TemplateContent = CreateAgentBody.omit({ name: true, isPublic: true, monthlyBudgetMicros: true })

/** The values with the contents of a template; its model stays with the organization that published it. */
export function valuesOfTemplate(values: AgentValues, name: string, content: unknown): AgentValues {
  const parsed = TemplateContent.safeParse(content)
  if (!parsed.success) return values
  const { config, category = values.category, ...rest } = parsed.data
  const { temperature, maxTokens, systemPrompt } = config
  return { ...values, ...rest, name, category, config: { ...values.config, temperature, maxTokens, systemPrompt } }
}

/** Dollars as integer micro-dollars; null for an empty field. */
export const budgetMicros = (dollars: number | string): number | null => (dollars === '' ? null : Math.round(Number(dollars) * 1_000_000))

/** The request body that creates or updates an agent. A blank category becomes the default; without a model the server chooses one. */
export function agentBody({
  budgetDollars,
  category,
  config: { model, ...config },
  ...rest
}: AgentValues): z.input<typeof CreateAgentBody> {
  return {
    ...rest,
    category: category.trim() || agentDefaults.blankCategory,
    config: { ...config, ...(model === '' ? {} : { model }) },
    monthlyBudgetMicros: budgetMicros(budgetDollars),
  }
}
