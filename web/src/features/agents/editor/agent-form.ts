import type { z } from 'zod'
import { CreateAgentBody, agentDefaults } from '@imperium/contract/agents.ts'
import type { Agent, AgentType, GrantedTool } from '@imperium/contract/agents.ts'
import { budgetDollars, budgetMicros } from '../../../ui/form/budget.ts'
import type { AgentVersionRow } from '../api.ts'

/** The field values of an agent, in both the create dialog and the settings. */
export interface AgentValues extends Record<string, unknown> {
  name: string
  type: AgentType
  category: string
  description: string
  /** `outputSchema`: JSON text; '' for plain answers. */
  config: { model: string; temperature: number | null; maxTokens: number; systemPrompt: string; outputSchema: string }
  capabilities: GrantedTool[]
  isPublic: boolean
  /** US dollars a month; '' for no budget. */
  budgetDollars: number | string
}

/** What a new agent begins with; `model` is the automatic choice. */
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
    outputSchema: '',
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
  config: {
    model: agent.model,
    temperature: agent.temperature,
    maxTokens: agent.maxTokens,
    systemPrompt: agent.systemPrompt,
    outputSchema: schemaText(agent.outputSchema),
  },
  capabilities: [...agent.capabilities],
  isPublic: agent.isPublic,
  budgetDollars: budgetDollars(agent.monthlyBudgetMicros),
})

/** Returns the values with model, prompt and tools of an earlier version. */
export const valuesOfVersion = (values: AgentValues, version: AgentVersionRow): AgentValues => ({
  ...values,
  config: {
    model: version.model,
    temperature: version.temperature,
    maxTokens: version.maxTokens,
    systemPrompt: version.systemPrompt,
    outputSchema: schemaText(version.outputSchema),
  },
  capabilities: [...version.capabilities],
})

const TemplateContent = CreateAgentBody.omit({ name: true, isPublic: true, monthlyBudgetMicros: true })

/** The values with the contents of a template; its model stays with the organization that published it. */
export function valuesOfTemplate(values: AgentValues, name: string, content: unknown): AgentValues {
  const parsed = TemplateContent.safeParse(content)
  if (!parsed.success) return values
  const { config, category = values.category, ...rest } = parsed.data
  const { temperature, maxTokens, systemPrompt, outputSchema } = config
  const changed = { temperature, maxTokens, systemPrompt, outputSchema: schemaText(outputSchema) }
  return { ...values, ...rest, name, category, config: { ...values.config, ...changed } }
}

const schemaText = (schema: Agent['outputSchema']): string => (schema === null ? '' : JSON.stringify(schema, null, 2))

/** The schema of a text; what is no JSON is refused by the contract. */
export function readSchema(text: string): Agent['outputSchema'] {
  if (text === '') return null
  try {
    return JSON.parse(text) as Agent['outputSchema']
  } catch {
    return text as unknown as Agent['outputSchema']
  }
}

/** The request body that creates or updates an agent. A blank category becomes the default; without a model the server chooses one. */
export function agentBody({
  budgetDollars: budget,
  category,
  config: { model, outputSchema, ...config },
  ...rest
}: AgentValues): z.input<typeof CreateAgentBody> {
  return {
    ...rest,
    category: category.trim() || agentDefaults.blankCategory,
    config: { ...config, outputSchema: readSchema(outputSchema), ...(model === '' ? {} : { model }) },
    monthlyBudgetMicros: budgetMicros(budget),
  }
}
