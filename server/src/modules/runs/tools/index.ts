import { z } from 'zod'
import type { GrantedTool } from '@imperium/contract/agents.ts'
import type { JsonObject, ModelTool } from '../../../platform/llm/types.ts'
import type { RunSession } from '../run-session.ts'
import { offeredActions } from './action-tools.ts'
import { databaseQuery } from './database-query.ts'
import { emailSend } from './email-send.ts'
import { handOver } from './hand-over.ts'
import { knowledgeRule, knowledgeSearch, offersKnowledge } from './knowledge-search.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import { isVisitorRun } from '../visitors/visitor-chats.ts'
import type { Tool } from './tool.ts'

const tools: readonly Tool[] = [databaseQuery, emailSend, sentimentAnalysis, knowledgeSearch]
/** Visitors write what the model reads: whatever else the agent was granted, no tool with an effect and none that reads what is not public. */
const visitorTools: readonly Tool[] = [sentimentAnalysis, knowledgeSearch]

function toolsOf(session: RunSession, granted: readonly GrantedTool[]): Tool[] {
  const { visitor } = session.basis
  if (!isVisitorRun(session.row)) return tools.filter((tool) => isGranted(tool, granted))
  return [...visitorTools.filter((tool) => isGranted(tool, granted)), ...(visitor?.handsOver ? [handOver] : [])]
}

const actionsOf = async (session: RunSession, granted: readonly GrantedTool[]) =>
  isVisitorRun(session.row) ? [] : offeredActions(session, granted)

/** The tool of that name, only if the agent was granted it: a tool that was not offered cannot be called (SEC-41). */
export async function findTool(session: RunSession, name: string, granted: readonly GrantedTool[]): Promise<Tool | undefined> {
  const own = toolsOf(session, granted).find((tool) => tool.name === name)
  return own ?? (await actionsOf(session, granted)).find((tool) => tool.name === name)
}

const isGranted = ({ name }: Tool, granted: readonly GrantedTool[]): boolean => granted.some((each) => each === name)

// By the input, which the tool of queries makes anew when a module offers another table.
const schemas = new WeakMap<Tool['input'], JsonObject>()
function schemaOf(tool: Tool): JsonObject {
  const { input } = tool
  const schema = schemas.get(input) ?? toInputSchema(input)
  schemas.set(input, schema)
  return schema
}

function toInputSchema(input: Tool['input']): JsonObject {
  const { $schema: _schema, ...schema } = z.toJSONSchema(input, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}

/** The descriptions for the model of the tools that the agent was granted. */
export async function offeredTools(session: RunSession, granted: readonly GrantedTool[]): Promise<ModelTool[]> {
  const own = toolsOf(session, granted)
  const actions = await actionsOf(session, granted)
  return [
    ...own.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: schemaOf(tool) })),
    ...actions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  ]
}

/** What the platform adds to the system prompt for the tools that the agent was granted. */
export const rulesOfTools = (granted: readonly GrantedTool[]): string => (offersKnowledge(granted) ? knowledgeRule : '')
