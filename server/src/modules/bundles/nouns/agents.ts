import { z } from 'zod'
import { AgentType, agents, retiredStatuses } from '@imperium/contract/agents.ts'
import { allRows } from './bundled-noun.ts'
import type { BundledNoun } from './bundled-noun.ts'

const Content = z.strictObject({
  name: z.string(),
  type: AgentType,
  category: z.string(),
  description: z.string(),
  model: z.string(),
  temperature: z.number().nullable(),
  maxTokens: z.int(),
  systemPrompt: z.string(),
  outputSchema: z.record(z.string(), z.json()).nullable(),
  /** Tools, with names in the place of connections, collections, agents and workflows. */
  capabilities: z.array(z.string()),
  isPublic: z.boolean(),
  monthlyBudgetMicros: z.int().nullable(),
})
type Content = z.output<typeof Content>

const bodyOf = ({ model, temperature, maxTokens, systemPrompt, outputSchema, ...rest }: Content) => ({
  ...rest,
  config: { model, temperature, maxTokens, systemPrompt, outputSchema },
})

/** Their definition, not whether they run: a new one starts as any new agent does, one that is here keeps its status. */
export const bundledAgents: BundledNoun<Content> = {
  noun: 'agents',
  read: 'agents:read',
  write: 'agents:write',
  content: Content,
  list: async ({ invoke }) =>
    (await allRows(invoke, agents.list))
      .filter(({ status }) => !retiredStatuses.includes(status))
      .map(({ id, name, type, category, description, model, temperature, maxTokens, systemPrompt, outputSchema, ...agent }) => {
        const { capabilities, isPublic, monthlyBudgetMicros } = agent
        const about = { name, type, category, description, isPublic, monthlyBudgetMicros, capabilities: capabilities.toSorted() }
        return { id, name, content: { ...about, model, temperature, maxTokens, systemPrompt, outputSchema } }
      }),
  create: async ({ invoke }, content) => void (await invoke(agents.create, { body: bodyOf(content) })),
  update: async ({ invoke }, id, content) => void (await invoke(agents.update, { params: { id }, body: bodyOf(content) })),
  without: (content, isUnresolved) => ({ ...content, capabilities: content.capabilities.filter((grant) => !isUnresolved(grant)) }),
}
