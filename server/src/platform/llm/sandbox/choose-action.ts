import type { JsonObject, JsonValue, ModelTool } from '../types.ts'
import { buildQuery, countedQuery } from './build-query.ts'
import type { SandboxDirectives } from './read-directives.ts'
import { sampleSchema } from './sample-schema.ts'
import { SANDBOX_LABEL, type ToolOutcome, writeFindings, writeLongReply, writePlainReply } from './write-reply.ts'

/** Events since the user's last text. */
export interface SandboxTurn {
  directives: SandboxDirectives
  tools: ModelTool[]
  outcomes: ToolOutcome[]
  now: Date
}

export type SandboxAction = { kind: 'call'; name: string; input: JsonObject } | { kind: 'text'; text: string }

/** Bounded, so that a long hostile text stays cheap: addresses have at most 254 characters. */
const EMAIL = /[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/i
const SENDING = /\b(send|e-?mail|mail|write|notify|inform|forward|tell)\b/i
const SENTIMENT = /\b(sentiment|tone|feeling|feels?|mood|opinion|review|feedback|positive|negative)\b/i

/** A question, of which the knowledge base may know the answer. */
const QUESTION =
  /\?\s*$|？\s*$|か。?\s*$|(?:ですが|ください|教えて|知りたい)。?\s*$|^\s*(?:what|when|where|which|who|why|how|can|may|do|does|is|are|wie|was|wann|wo|wer|warum|kann|welche[rsnm]?|gibt|darf|muss|qué|cómo|cuándo|cuánto|cuál|dónde|quién|comment|combien|quand|quel|quelle|où|pourquoi)(?!\p{L})/iu
/** A sentence that is no question may tell of a trouble that the knowledge base knows. */
const TELLING =
  /^(?!\s*(?:hi|hello|hey|thanks?|thank you|hallo|danke|guten|hola|gracias|buen|bonjour|merci|こんにち|ありがとう))(?=(?:\s*\S+){4}|[^\p{Script=Latin}]{6})/iu

const WEB = /\b(web|internet|online|google)\b|web_search/i
const DRAWING = /\b(draw|paint|picture|illustration|image|logo|photo)\b/i
const PAGE = /https?:\/\/[^\s"'<>)\]]{3,1500}[^\s"'<>)\].,;:!?]/i

/** What to search for: without the words that ask for a search. */
const webQuery = (text: string): string =>
  (
    quotedText(text) ??
    text
      .replaceAll(/\b(please|search|look up|find( out)?|the web|on the|internet|online|google|web_search|with|for)\b/gi, ' ')
      .replaceAll(/\s+/g, ' ')
  )
    .trim()
    .slice(0, 400) || text.trim().slice(0, 400)

const quotedText = (text: string): string | undefined => /["“]([^"”]{3,2000})["”]/.exec(text)?.[1]

const sentimentInput = (text: string): JsonObject => {
  const afterColon = /:\s*(\S[\s\S]*)$/.exec(text)?.[1]
  return { text: (quotedText(text) ?? afterColon ?? text).trim() }
}

/** The text after "about", up to the recipient; "about it" names no topic. */
const topicOf = (text: string): string | undefined => {
  const topic = /\babout\s+([^.,;\n"]{1,80})/i
    .exec(text)?.[1]
    ?.replace(/\s*\bto\s+\S*$/i, '')
    .trim()
  return topic && !/^(it|this|that|them)$/i.test(topic) ? topic : undefined
}

const emailInput = (text: string, to: string, outcomes: readonly ToolOutcome[]): JsonObject => {
  const subject = /\bsubject:?\s*["“]?([^"”\n,;]{1,120})/i.exec(text)?.[1] ?? topicOf(text)
  const reported = /\b(?:saying|that says|telling \w+ that|with the text)\s*:?\s*["“]?([^"”]{1,2000})/i.exec(text)?.[1] ?? quotedText(text)
  const findings = writeFindings(outcomes)
  const body = [reported?.trim(), findings].filter(Boolean).join('\n\n') || text
  const fallback = outcomes.some(({ name }) => name === 'database_query') ? 'Your report' : 'A message from your agent'
  return { to, subject: subject?.trim() || fallback, body: `${body}\n\n${SANDBOX_LABEL} Written by the sandbox model.` }
}

/** A tool of another kind is called when the text names it. */
const namedTool = (text: string, tools: readonly ModelTool[]): ModelTool | undefined =>
  tools.find(
    ({ name }) => text.toLowerCase().includes(name.toLowerCase()) || text.toLowerCase().includes(name.replaceAll('_', ' ').toLowerCase()),
  )

/** Their input is made of the text by rules above, not by their schema. */
const parsedTools = new Set([
  'database_query',
  'sentiment_analysis',
  'email_send',
  'knowledge_search',
  'web_search',
  'read_page',
  'image_generation',
])

/** The calls that a text asks for, in order of dependency: look up, judge, then send. */
const wantedCalls = ({ directives: { text }, tools, outcomes, now }: SandboxTurn): { name: string; input: JsonObject }[] => {
  const offered = (name: string) => tools.some((tool) => tool.name === name)
  const calls: { name: string; input: JsonObject }[] = []
  const query = offered('database_query') ? buildQuery(text, now) : null
  if (query) calls.push({ name: 'database_query', input: { ...query } })
  if (offered('sentiment_analysis') && SENTIMENT.test(text)) calls.push({ name: 'sentiment_analysis', input: sentimentInput(text) })
  if (offered('knowledge_search') && calls.length === 0 && QUESTION.test(text))
    calls.push({ name: 'knowledge_search', input: { query: text.trim().slice(0, 500) } })
  if (offered('web_search') && calls.length === 0 && WEB.test(text)) calls.push({ name: 'web_search', input: { query: webQuery(text) } })
  if (offered('image_generation') && DRAWING.test(text))
    calls.push({ name: 'image_generation', input: { prompt: text.trim().slice(0, 500) } })
  const page = PAGE.exec(text)?.[0]
  if (offered('read_page') && page) calls.push({ name: 'read_page', input: { url: page } })
  const to = EMAIL.exec(text)?.[0]
  const before = outcomes.filter(({ name }) => name !== 'email_send')
  if (offered('email_send') && to && SENDING.test(text.replace(to, '')))
    calls.push({ name: 'email_send', input: emailInput(text, to, before) })
  const named = namedTool(text, tools)
  if (named && !calls.some(({ name }) => name === named.name) && !parsedTools.has(named.name)) {
    const input: JsonValue = sampleSchema(named.inputSchema, text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) calls.push({ name: named.name, input })
  }
  if (offered('knowledge_search') && calls.length === 0 && TELLING.test(text.slice(0, 500)))
    calls.push({ name: 'knowledge_search', input: { query: text.trim().slice(0, 500) } })
  return calls
}

/** Calls a tool again with another input each time; the run's limits have to stop it. */
const loopCall = ({ tools, outcomes }: SandboxTurn): SandboxAction => {
  const tool = tools.find(({ name }) => name === 'database_query') ?? tools.find(({ name }) => name !== 'email_send')
  if (!tool)
    return { kind: 'text', text: `${SANDBOX_LABEL} I was asked to loop, but this agent has no tool that I can call again and again.` }
  const count = outcomes.length + 1
  const query = tool.name === 'database_query' ? countedQuery(count) : null
  if (query) return { kind: 'call', name: tool.name, input: { ...query } }
  const input = sampleSchema(tool.inputSchema, `Round ${count}`)
  return { kind: 'call', name: tool.name, input: typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {} }
}

/**
 * Chooses the sandbox model's next action. A tool is called at most once per user text, so a failed call is reported, not
 * repeated, and a conversation always ends.
 */
export const chooseAction = (turn: SandboxTurn): SandboxAction => {
  const { directives, tools, outcomes } = turn
  if (directives.loop) return loopCall(turn)
  if (directives.tokens > 0) return { kind: 'text', text: writeLongReply(directives.tokens) }
  const failed = outcomes.some(({ isError }) => isError)
  const next = wantedCalls(turn).find(({ name }) => !outcomes.some((outcome) => outcome.name === name))
  // After a failure no dependent call follows; above all, no email is sent without its findings.
  if (next && !failed) return { kind: 'call', ...next }
  const text =
    outcomes.length > 0
      ? writeFindings(outcomes)
      : writePlainReply(
          directives.text,
          tools.map(({ name }) => name),
        )
  return { kind: 'text', text: `${SANDBOX_LABEL} ${text}` }
}
