import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'

/** What an agent wrote for one recipient: plain text, never a template. */
export interface AgentTexts {
  subject: string
  body: string
}

/** The variable by which a template places the agent's text. */
export const agentVariable = 'agent_text'
const place = /\{\{-?\s*agent_text\s*-?\}\}/g
const anyPlace = /\{\{-?\s*agent_text\b/

export const hasAgentPlace = (template: string): boolean => anyPlace.test(template)

// The names are those that the table of links shows.
const htmlPlace =
  '{% for agent_link in __agent.pieces %}{% if agent_link.url != "" %}<a href="{{ agent_link.url }}" style="color:inherit">{{ agent_link.text }}</a>' +
  '{% elsif agent_link.is == "line" %}<br>{% elsif agent_link.is == "paragraph" %}</p><p style="margin:0 0 16px">' +
  '{% else %}{{ agent_link.text }}{% endif %}{% endfor %}'
const paragraphs = `<p style="margin:0 0 16px">${htmlPlace}</p>`
const plainFrame = `<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:16px/1.6 sans-serif">${paragraphs}</div>`

const framed = (template: string): string => (hasAgentPlace(template) ? template : `{{ ${agentVariable} }}`)

/**
 * The content as a frame around the agent's text: a part that names `{{ agent_text }}` shows it there, else the text replaces the part.
 * A WhatsApp template has fixed text and takes the agent's text through its variables.
 */
export function frameOf(channel: Channel, content: MessageContent): MessageContent {
  const { subject, html, text, whatsappTemplateId } = content
  if (channel === 'whatsapp' && whatsappTemplateId !== null) return { ...content, text: '' }
  if (channel !== 'email') return { ...content, text: framed(text) }
  return {
    ...content,
    subject: `{% if __agent.subject != "" %}{{ __agent.subject }}{% else %}${subject}{% endif %}`,
    html: hasAgentPlace(html) ? html.replace(place, paragraphs) : plainFrame,
    text: framed(text),
  }
}

/** Whether the message shows the agent's text: otherwise it would cost money and never be read. */
export function hasAgentBlock(channel: Channel, { text, whatsappTemplateId, whatsappVariables }: MessageContent): boolean {
  if (channel === 'webhook') return hasAgentPlace(text)
  return channel !== 'whatsapp' || whatsappTemplateId === null || whatsappVariables.some(hasAgentPlace)
}

interface Piece {
  is: 'text' | 'line' | 'paragraph'
  text: string
  /** Empty for plain text. */
  url: string
}

const address = /https?:\/\/[^\s<>"']+/gi

function piecesOfLine(line: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (text: string, url = '') => text && pieces.push({ is: 'text', text, url })
  for (const match of line.matchAll(address)) {
    // What ends a sentence is no part of the address.
    const url = match[0].replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '')
    add(line.slice(at, match.index))
    add(url, URL.canParse(url) ? url : '')
    at = match.index + url.length
  }
  add(line.slice(at))
  return pieces
}

const between = (is: 'line' | 'paragraph', parts: Piece[][]): Piece[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [{ is, text: '', url: '' }, ...part]))

/** Splits the text for HTML: paragraphs, lines, and clickable addresses. */
const piecesOf = (body: string): Piece[] =>
  between(
    'paragraph',
    body
      .replaceAll('\r\n', '\n')
      .trim()
      .split(/\n[ \t]*\n\s*/)
      .map((paragraph) => between('line', paragraph.split('\n').map(piecesOfLine))),
  )

/** The agent's text as templates see it. WhatsApp refuses line breaks in a variable. */
export const agentScope = (channel: Channel, content: MessageContent, { subject, body }: AgentTexts): object => ({
  [agentVariable]: channel === 'whatsapp' && content.whatsappTemplateId !== null ? body.replace(/\s+/g, ' ').trim() : body,
  __agent: { subject, pieces: channel === 'email' ? piecesOf(body) : [] },
})
