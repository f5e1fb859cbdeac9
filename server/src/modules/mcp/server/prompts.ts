import { z } from 'zod'
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import { isMcpTool } from '@imperium/contract/mcp/tools.ts'
import type { ToolEndpoint } from '@imperium/contract/mcp/tools.ts'
import { templates } from '@imperium/contract/templates.ts'
import { notFound } from '../../../platform/errors.ts'
import type { McpCaller } from './caller.ts'

const Row = z.object({ key: z.string(), name: z.string(), description: z.string(), category: z.string() })
type Row = z.infer<typeof Row>

/** `official:lead-qualifier` as `lead-qualifier`. */
const nameOf = ({ key }: Row): string => key.replace(/^official:/, '')

/** The operation that prompts are made of. */
export const promptEndpoint: ToolEndpoint | undefined = isMcpTool(templates.list) ? templates.list : undefined

async function officialTemplates(caller: McpCaller): Promise<Row[]> {
  if (!isMcpTool(templates.list) || !caller.may(templates.list)) return []
  const { data } = await caller.call(templates.list, { query: { type: 'official', limit: '200' } })
  return z.array(Row).parse(data)
}

/** One prompt for each official template. */
export async function listPrompts(caller: McpCaller): Promise<ListPromptsResult> {
  const rows = await officialTemplates(caller)
  return {
    prompts: rows.map((row) => ({
      name: nameOf(row),
      title: row.name,
      description: row.description,
      arguments: [{ name: 'goal', description: 'What it should do for you', required: false }],
    })),
  }
}

/** @throws 404 */
export async function getPrompt(caller: McpCaller, name: string, given: Record<string, string>): Promise<GetPromptResult> {
  const row = (await officialTemplates(caller)).find((each) => nameOf(each) === name)
  if (!row) throw notFound('There is no such prompt.')
  const goal = given['goal'] ? `\n\nMy goal: ${given['goal'].slice(0, 2000)}` : ''
  const text = `Create the ${row.category} "${row.name}" in Imperium from the official template ${row.key}: ${row.description}${goal}\n\nRead the template with templates_read first, tell me what it contains, ask me for what is missing, then call templates_use and adapt what it made. Send or publish nothing before I say so.`
  return { description: row.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
