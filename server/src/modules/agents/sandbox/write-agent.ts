import type { AgentType, Capability } from '@imperium/contract/agents.ts'
import type { JsonObject } from '../../../platform/llm/types.ts'
import { topicOfTask, toolsOfTask, typeOfTask } from './read-task.ts'

/** The name of the structured output that asks for an agent. */
export const AGENT_OUTPUT = 'agent_proposal'

interface Manner {
  /** Follows the topic in the name: "Delivery times support". */
  noun: string
  name: string
  category: string
  temperature: number
  rules: readonly string[]
}

const noInventions = 'Use only facts of the message, of these instructions and of tools. Where a fact is missing, say so; never invent one.'
const manners: Record<AgentType, Manner> = {
  CUSTOMER_SERVICE: {
    noun: 'support',
    name: 'Customer support',
    category: 'Support',
    temperature: 0.3,
    rules: [
      'Be friendly, exact and short: at most 120 words. Answer every question that was asked.',
      'Promise no dates, prices or refunds that you were not given. Where you do not know, say that a colleague will follow up.',
      'Say that a person takes over for legal threats, safety, lost payments, or a customer who asks for a person.',
    ],
  },
  LEAD_GENERATOR: {
    noun: 'lead qualifier',
    name: 'Lead qualifier',
    category: 'Sales',
    temperature: 0.2,
    rules: [
      'Judge fit and urgency only by what is given. Answer with a score from 0 to 100, the reason in one sentence, and the next step.',
    ],
  },
  EMAIL_MARKETER: {
    noun: 'emails',
    name: 'Email writer',
    category: 'Marketing',
    temperature: 0.6,
    rules: ['Write a subject of at most 60 characters, then the text in short paragraphs, and end with one clear call to action.'],
  },
  SOCIAL_MEDIA: {
    noun: 'posts',
    name: 'Social media writer',
    category: 'Marketing',
    temperature: 0.8,
    rules: ['Keep to the length and the manner of the network that is named. At most five hashtags, at the end.'],
  },
  CONTENT_CREATOR: {
    noun: 'writer',
    name: 'Content writer',
    category: 'Marketing',
    temperature: 0.8,
    rules: ['Begin with a headline, then short paragraphs. No superlatives without a reason that was given to you.'],
  },
  ANALYTICS: {
    noun: 'analyst',
    name: 'Analyst',
    category: 'Analytics',
    temperature: 0.1,
    rules: ['Say the answer in the first sentence, with the figure and its period. Add a table of at most ten rows only where it helps.'],
  },
  SALES: {
    noun: 'sales assistant',
    name: 'Sales assistant',
    category: 'Sales',
    temperature: 0.5,
    rules: [
      'Name the benefit for the person who asks, in at most 120 words, and propose one next step. Never name a price that you were not given.',
    ],
  },
  SEO_OPTIMIZER: {
    noun: 'SEO',
    name: 'SEO optimizer',
    category: 'Marketing',
    temperature: 0.4,
    rules: [
      'Answer with a title of at most 60 characters, a description of at most 155, and the headings. Do not repeat keywords without need.',
    ],
  },
  CONVERSATIONAL: {
    noun: 'assistant',
    name: 'Assistant',
    category: 'General',
    temperature: 0.5,
    rules: ['Answer in a few short sentences. Ask one question back where the message can be read in two ways.'],
  },
  TASK_AUTOMATION: {
    noun: 'automation',
    name: 'Task automation',
    category: 'Operations',
    temperature: 0.2,
    rules: ['Do the steps in order, and answer with what was done, what was not, and why.'],
  },
  DATA_PROCESSOR: {
    noun: 'processor',
    name: 'Data processor',
    category: 'Operations',
    temperature: 0.1,
    rules: ['Answer with the result only, in the form that the task names; with JSON where it names none.'],
  },
}

const toolRules: Partial<Record<Capability, string>> = {
  database_query: 'Read figures and records of the organization with the tool database_query; never guess a number.',
  email_send: 'Send an email with the tool email_send only when the task asks for it, to the person it names.',
  sentiment_analysis:
    'Where the mood of a text matters, find it out with the tool sentiment_analysis and answer an upset person with care.',
  knowledge_search: 'Look facts up with the tool knowledge_search, cite what you use, and say that you do not know where it finds nothing.',
}

const verbs =
  /^(answer|write|qualif|send|summari[sz]|translat|analy[sz]|find|creat|draft|repl|respond|help|check|read|count|report|classif|extract|plan|propos|suggest|score|collect|monitor|remind|explain|review|recommend|book|schedul|turn|sort|tag)(s|es|e|ies|y|e?s)?$/i

/** "answers customers" becomes "You answer customers". */
function asInstruction(task: string): string {
  const text = task.trim().replace(/[.!\s]+$/, '')
  const [first = '', ...rest] = text.split(/\s+/)
  if (!verbs.test(first)) return `Your task, in the words of your team: ${text}.`
  const base = first
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
  return `You ${[base, ...rest].join(' ')}.`
}

/** The task of a request: the sandbox model gets it as JSON, the built-in rules as it is. */
function taskOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && 'task' in value && typeof value.task === 'string') return value.task
  } catch {
    // Not JSON: it is the task itself.
  }
  return text
}

/** An agent for a task by simple rules: the same sentence always gives the same agent. */
export function writeSandboxAgent(text: string): JsonObject {
  const task = taskOf(text).trim()
  const type = typeOfTask(task)
  const capabilities = toolsOfTask(task)
  const { noun, name, category, temperature, rules } = manners[type]
  const topic = topicOfTask(task)
  const lines = [...rules, noInventions, ...capabilities.flatMap((each) => toolRules[each] ?? [])]
  return {
    name: (topic ? `${topic} ${noun}` : name).slice(0, 120),
    description: (task.charAt(0).toLocaleUpperCase() + task.slice(1)).slice(0, 500),
    type,
    category,
    temperature,
    capabilities,
    systemPrompt: [
      `You work for {{organization.name}}. ${asInstruction(task)}`,
      '',
      'Rules:',
      ...['Answer in the language of the message.', ...lines].map((line) => `- ${line}`),
    ].join('\n'),
  }
}
