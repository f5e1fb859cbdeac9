import type { GrantedTool } from '@imperium/contract/agents.ts'
import type { JsonObject, ModelTool } from '../../../platform/llm/types.ts'
import type { RunSession } from '../run-session.ts'
import { offeredActions } from './action-tools.ts'
import { offeredAgents } from './ask-agent.ts'
import { offeredCapabilities } from './capability-tools.ts'
import { databaseQuery } from './database-query.ts'
import { emailSend } from './email-send.ts'
import { offeredRequests } from './http-request.ts'
import { offeredImages } from './image-generation.ts'
import { handOver } from './hand-over.ts'
import { knowledgeRule, knowledgeSearch, offersKnowledge } from './knowledge-search.ts'
import { findToolsElsewhere, findVisitorTools } from './offer-tools.ts'
import { readPage } from './read-page.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import { toInputSchema } from './tool.ts'
import type { OfferedTool, Tool } from './tool.ts'
import { isVisitorRun } from '../visitors/visitor-chats.ts'

/** Tools that need nothing but the capability of their name. */
const tools: readonly Tool[] = [databaseQuery, emailSend, sentimentAnalysis, knowledgeSearch, readPage]
/** Visitors write what the model reads: whatever else the agent was granted, no tool with an effect and none that reads what is not public. */
const visitorTools: readonly Tool[] = [sentimentAnalysis, knowledgeSearch]

/** Tools that depend on what was granted, and on what the organization has. */
const finders = [offeredCapabilities, offeredImages, offeredRequests, offeredAgents, offeredActions, findToolsElsewhere]

function toolsOf(session: RunSession, granted: readonly GrantedTool[]): Tool[] {
  const { visitor } = session.basis
  if (!isVisitorRun(session.row)) return tools.filter((tool) => isGranted(tool, granted))
  return [...visitorTools.filter((tool) => isGranted(tool, granted)), ...(visitor?.handsOver ? [handOver] : [])]
}

/** The tool of that name, only if the agent was granted it: a tool that was not offered cannot be called (SEC-41). */
export async function findTool(session: RunSession, name: string, granted: readonly GrantedTool[]): Promise<Tool | undefined> {
  const own = toolsOf(session, granted).find((tool) => tool.name === name)
  return own ?? (await offeredByGrant(session, granted)).find((tool) => tool.name === name)
}

const isGranted = ({ name }: Tool, granted: readonly GrantedTool[]): boolean => granted.some((each) => each === name)

// By the input, which the tool of queries makes anew when a module offers another table.
const schemas = new WeakMap<Tool['input'], JsonObject>()
function schemaOf({ input }: Tool): JsonObject {
  const schema = schemas.get(input) ?? toInputSchema(input)
  schemas.set(input, schema)
  return schema
}

async function offeredByGrant(session: RunSession, granted: readonly GrantedTool[]): Promise<OfferedTool[]> {
  if (isVisitorRun(session.row)) return findVisitorTools(session, granted)
  const found: OfferedTool[] = []
  for (const find of finders) found.push(...(await find(session, granted)))
  return found
}

/** The descriptions for the model of the tools that the agent was granted. */
export async function offeredTools(session: RunSession, granted: readonly GrantedTool[]): Promise<ModelTool[]> {
  const own = toolsOf(session, granted)
  const others = await offeredByGrant(session, granted)
  return [
    ...own.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: schemaOf(tool) })),
    ...others.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  ]
}

/** What the platform adds to the system prompt for the tools that the agent was granted. */
export const rulesOfTools = (granted: readonly GrantedTool[]): string => (offersKnowledge(granted) ? knowledgeRule : '')
