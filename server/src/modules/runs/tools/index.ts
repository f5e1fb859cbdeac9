import { z } from 'zod'
import type { Capability } from '@imperium/contract/agents.ts'
import type { JsonObject, ModelTool } from '../../../platform/llm/types.ts'
import { databaseQuery } from './database-query.ts'
import { emailSend } from './email-send.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import type { Tool } from './tool.ts'

const tools: readonly Tool[] = [databaseQuery, emailSend, sentimentAnalysis]

/** The tool of that name, only if the agent was granted it: a tool that was not offered cannot be called (SEC-41). */
export const findTool = (name: string, granted: readonly Capability[]): Tool | undefined =>
  tools.find((tool) => tool.name === name && granted.includes(tool.name))

const schemas = new Map(tools.map((tool) => [tool.name, toInputSchema(tool)]))

function toInputSchema(tool: Tool): JsonObject {
  const { $schema: _schema, ...schema } = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}

/** The descriptions for the model of the tools that the agent was granted. */
export const offeredTools = (granted: readonly Capability[]): ModelTool[] =>
  tools
    .filter((tool) => granted.includes(tool.name))
    .map((tool) => ({ name: tool.name, description: tool.description, inputSchema: schemas.get(tool.name) ?? {} }))
