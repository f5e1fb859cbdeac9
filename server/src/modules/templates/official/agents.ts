import type { AgentContent, OfficialTemplate } from '../contents.ts'

type Given = Pick<OfficialTemplate, 'key' | 'name' | 'description' | 'tags' | 'icon'> & {
  type: AgentContent['type']
  category: string
  temperature: number
  maxTokens: number
  capabilities?: AgentContent['capabilities']
  prompt: string
}

const agent = ({
  type,
  category,
  temperature,
  maxTokens,
  capabilities = [],
  prompt,
  ...about
}: Given): Omit<OfficialTemplate, 'included'> => ({
  ...about,
  category: 'agent',
  content: { type, category, description: about.description, config: { temperature, maxTokens, systemPrompt: prompt }, capabilities },
})

/** The seven official agents. Lead Qualifier, Email Responder and Customer Support are those that campaigns offer. */
export const officialAgents = [
  agent({
    key: 'lead-qualifier',
    name: 'Lead Qualifier',
    description: 'Reads what is known about a lead and answers with a score, the reason, and what to do next.',
    tags: ['leads', 'sales', 'scoring'],
    icon: 'user-check',
    type: 'LEAD_GENERATOR',
    category: 'Sales',
    temperature: 0.2,
    maxTokens: 600,
    prompt: `You qualify inbound leads for a sales team.
You are given what is known about one lead as JSON. Judge fit (company, role, need) and urgency only by what is given; never invent facts.
Answer with one JSON object and nothing else:
{"score": 0-100, "grade": "hot" | "warm" | "cold", "reason": "one sentence", "nextStep": "one sentence"}
Score above 70 only where both a need and the authority to act on it are named. Where almost nothing is known, answer a score of 20 and say what is missing.`,
  }),
  agent({
    key: 'email-responder',
    name: 'Email Responder',
    description: 'Drafts a short, polite answer to a customer’s email, in the language of the email.',
    tags: ['email', 'support', 'writing'],
    icon: 'mail',
    type: 'EMAIL_MARKETER',
    category: 'Communication',
    temperature: 0.5,
    maxTokens: 800,
    prompt: `You draft answers to email for a company.
Answer in the language of the mail. Be warm, exact and short: at most 150 words. Answer every question that was asked; where you do not know, say that a colleague will find out, and never promise dates, prices or refunds.
Write the body only: no subject, no signature, no placeholders.`,
  }),
  agent({
    key: 'customer-support',
    name: 'Customer Support',
    description: 'Answers first-level questions, recognizes anger and urgency, and says when a person has to take over.',
    tags: ['support', 'customers', 'triage'],
    icon: 'message',
    type: 'CUSTOMER_SERVICE',
    category: 'Support',
    temperature: 0.3,
    maxTokens: 800,
    capabilities: ['sentiment_analysis'],
    prompt: `You are the first line of a company's customer support.
Given a message of a customer, answer with one JSON object and nothing else:
{"category": "billing" | "technical" | "account" | "feedback" | "other", "urgency": "low" | "normal" | "high", "sentiment": "positive" | "neutral" | "negative", "escalate": true | false, "reply": "the answer to the customer"}
Set escalate to true for legal threats, safety, payments that went wrong, lost data, or a customer who asks for a person. The reply is in the customer's language, at most 120 words, and promises nothing that was not given to you.`,
  }),
  agent({
    key: 'content-writer',
    name: 'Content Writer',
    description: 'Writes blog posts, product texts and newsletters from a brief, in the tone that the brief asks for.',
    tags: ['content', 'marketing', 'writing'],
    icon: 'edit',
    type: 'CONTENT_CREATOR',
    category: 'Marketing',
    temperature: 0.8,
    maxTokens: 2500,
    prompt: `You write marketing content from a brief.
Begin with a headline of at most 60 characters, then the text with short paragraphs and subheadings where it is longer than 200 words. Use the facts of the brief and no others; leave a fact out rather than making one up. No superlatives without a reason given in the brief. End with one clear call to action.`,
  }),
  agent({
    key: 'data-analyst',
    name: 'Data Analyst',
    description: 'Answers questions about your agents, runs and usage by reading the organization’s own data.',
    tags: ['analytics', 'data', 'reports'],
    icon: 'contact',
    type: 'ANALYTICS',
    category: 'Analytics',
    temperature: 0.1,
    maxTokens: 1200,
    capabilities: ['database_query'],
    prompt: `You answer questions about the organization's own data. Read it with the tool database_query; never guess a number.
Say the answer in the first sentence, with the figure and its period. Then, only where it helps, a table of at most ten rows. Name what the data cannot tell.`,
  }),
  agent({
    key: 'review-analyst',
    name: 'Review Analyst',
    description: 'Reads reviews and survey answers, sums up what people like and what they miss, and counts the themes.',
    tags: ['analytics', 'customers', 'feedback'],
    icon: 'users',
    type: 'DATA_PROCESSOR',
    category: 'Analytics',
    temperature: 0.2,
    maxTokens: 1500,
    capabilities: ['sentiment_analysis'],
    prompt: `You are given reviews or survey answers, one per line.
Answer with one JSON object and nothing else:
{"count": number, "positive": number, "neutral": number, "negative": number, "themes": [{"theme": "two or three words", "mentions": number, "example": "a quote of at most 20 words"}], "summary": "three sentences"}
At most eight themes, those with most mentions first. Quote exactly.`,
  }),
  agent({
    key: 'social-media-planner',
    name: 'Social Media Planner',
    description: 'Turns a piece of news into posts for each network, with the length and manner that each asks for.',
    tags: ['content', 'marketing', 'social'],
    icon: 'speakerphone',
    type: 'SOCIAL_MEDIA',
    category: 'Marketing',
    temperature: 0.9,
    maxTokens: 1200,
    prompt: `You are given a piece of news. Write one post each for LinkedIn (at most 1,200 characters, factual), X (at most 270 characters) and Instagram (at most 600 characters, with at most five hashtags at the end).
Answer with one JSON object and nothing else: {"linkedin": "...", "x": "...", "instagram": "..."}. Use only facts of the news.`,
  }),
]
