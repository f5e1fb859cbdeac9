import { agentPlaceholders } from '@imperium/contract/campaigns/agent-texts.ts'
import { fillVariables } from '@imperium/contract/channels/channel-accounts.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { createBreather } from '../../../platform/breathe.ts'
import { TemplateError, loadTemplates, renderLimit } from '../../../platform/text/liquid.ts'
import type { CompiledTemplate, OutputKind, Templates } from '../../../platform/text/liquid.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { frameOf } from './agent-frame.ts'
import type { AgentTexts } from './agent-frame.ts'
import { emailParts } from './email-parts.ts'
import { isLiquidLink, leadMarked } from './html-parts.ts'
import { footerText } from './footer-texts.ts'
import { messageScope, stopPattern } from './message-scope.ts'
import { leadTextLinks, markTextLinks } from './text-parts.ts'
import type { MessageSource, RecipientLinks } from './message-source.ts'

export type RenderedMessage =
  | { channel: 'email'; subject: string; html: string | null; text: string }
  | { channel: 'sms'; text: string; dltTemplateId?: string }
  /** JSON text. */
  | { channel: 'webhook'; body: string }
  /** `shown` is what the recipient reads: the template's body filled in, or the text. */
  | { channel: 'whatsapp'; variables: string[]; text: string; shown: string }

export type MessagePart = 'subject' | 'preheader' | 'html' | 'text' | 'whatsappVariables'

/** Why a recipient gets no message: the reason of the skip, and the text to show. */
export interface RenderProblem {
  kind: Extract<SkipReason, 'missing_field' | 'rendering_error'>
  part: MessagePart
  message: string
  /** The field that is missing, as templates name it. */
  field: string | null
  line: number | null
  column: number | null
}

export type Rendering = { ok: true; message: RenderedMessage } | { ok: false; problem: RenderProblem }

export interface CompiledMessage {
  /** Never throws for an error that one contact's data causes. Without the text of an agent that is to write, a stand-in is shown. */
  render(contact: MessageContact, links: RecipientLinks, labels?: AgentTexts | null): Rendering
  /** Top names that it reads. */
  readonly variables: readonly string[]
  /** Keys of the organization's own fields that it reads. */
  customFields(): string[]
}

/** A part of a message that cannot be read. */
export class PartError extends Error {
  readonly part: MessagePart
  readonly fault: TemplateError

  constructor(part: MessagePart, fault: TemplateError) {
    super(fault.message, { cause: fault })
    this.name = 'PartError'
    this.part = part
    this.fault = fault
  }
}

/** The purpose of messages that have no opt-out: receipts, appointments. Other consent can be withdrawn, and the message explains how. */
const transactional = 'transactional'

type Part = { name: MessagePart; template: CompiledTemplate }

function compilePart(templates: Templates, name: MessagePart, source: string, kind: OutputKind): Part {
  try {
    return { name, template: templates.compile(source, kind) }
  } catch (error) {
    throw error instanceof TemplateError ? new PartError(name, error) : error
  }
}

/** Fixed addresses of texts are led by short links: mail has its HTML for that, and a webhook is read by programs. */
const leadsTexts = ({ channel, tracking, links }: MessageSource): boolean =>
  (channel === 'sms' || channel === 'whatsapp') && tracking.clicks && links.length > 0

/** The template of each part of a message. Others have the event loop between two long ones. */
async function partsOf(
  templates: Templates,
  source: MessageSource,
): Promise<{ parts: Part[]; build: (texts: string[]) => RenderedMessage }> {
  const { channel } = source
  const content = source.byAgent ? frameOf(channel, source.content) : source.content
  const breathe = createBreather()
  const compile = async (name: MessagePart, text: string, kind: OutputKind = 'text') => {
    await breathe()
    return compilePart(templates, name, text, kind)
  }
  if (channel === 'email') {
    // Parses the parts as first written, so that error positions are those of the source.
    for (const name of ['subject', 'preheader', 'html', 'text'] as const)
      await compile(name, source.content[name], name === 'html' || name === 'preheader' ? 'html' : 'text')
    const { subject, html, text } = emailParts({ ...source, content })
    const parts = [await compile('subject', subject), await compile('text', text)]
    if (html !== null) parts.push(await compile('html', html, 'html'))
    // Forces one line, whatever a field contains: a line break would inject a second header.
    const build = ([first = '', plain = '', rich = null]: (string | null)[]): RenderedMessage => ({
      channel,
      subject: (first ?? '').replace(/\s+/g, ' ').trim().slice(0, 900),
      text: plain ?? '',
      html: rich,
    })
    return { parts, build }
  }
  if (channel === 'webhook') return { parts: [await compile('text', content.text, 'json')], build: ([body = '']) => ({ channel, body }) }
  const marked = async (name: MessagePart, template: string): Promise<string> => {
    if (!leadsTexts(source)) return template
    // As it was written first, here too.
    await compile(name, template)
    return markTextLinks(template, source.links)
  }
  if (channel === 'sms') {
    const withStop = source.purpose !== transactional && !stopPattern.test(content.text)
    return {
      parts: [await compile('text', (await marked('text', content.text)) + (withStop ? ' {{ __words.stop }}' : ''))],
      build: ([text = '']) => ({ channel, text: text.trim(), ...(content.dltTemplateId ? { dltTemplateId: content.dltTemplateId } : {}) }),
    }
  }
  const body = source.templateBodies?.get(content.whatsappTemplateId ?? '')
  const parts = [await compile('text', await marked('text', content.text))]
  for (const variable of content.whatsappVariables)
    parts.push(await compile('whatsappVariables', await marked('whatsappVariables', variable)))
  return {
    parts,
    build: ([text = '', ...variables]) => ({
      channel,
      text: text.trim(),
      variables,
      shown: body ? fillVariables(body, variables) : text.trim(),
    }),
  }
}

function problemOf(part: MessagePart, error: unknown): RenderProblem {
  if (!(error instanceof TemplateError)) throw error
  const { kind, message, variable, line, column } = error
  const missing = kind === 'missing'
  return { kind: missing ? 'missing_field' : 'rendering_error', part, message, field: missing ? variable : null, line, column }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The problem where the rendered message is empty: a recipient must not get it. */
function emptiness(message: RenderedMessage, { whatsappTemplateId }: MessageContent): RenderProblem | null {
  const wrong = (part: MessagePart, labels: string, kind: RenderProblem['kind'] = 'rendering_error'): RenderProblem => ({
    kind,
    part,
    message: labels,
    field: null,
    line: null,
    column: null,
  })
  if (message.channel === 'email' && message.subject === '') return wrong('subject', 'The subject is empty')
  if (message.channel === 'sms' && message.text === '') return wrong('text', 'The text is empty')
  if (message.channel === 'webhook' && !isJson(message.body)) return wrong('text', 'This is not JSON')
  if (message.channel === 'whatsapp' && whatsappTemplateId !== null) {
    // WhatsApp refuses them.
    const empty = message.variables.findIndex((value) => value.trim() === '')
    if (empty !== -1) return wrong('whatsappVariables', `{{${empty + 1}}} of the WhatsApp template has no value`, 'missing_field')
  }
  return null
}

/**
 * Compiles a message for rendering per recipient; once per send, variant and process.
 * @throws PartError where a template has a syntax error.
 */
export async function compileMessage(source: MessageSource): Promise<CompiledMessage> {
  const templates = await loadTemplates()
  const { parts, build } = await partsOf(templates, source)
  const variables = [...new Set(parts.flatMap((part) => part.template.variables))].filter((name) => !name.startsWith('__'))
  const hasMadeLinks = source.tracking.clicks && source.links.some(isLiquidLink)
  const isLed = leadsTexts(source)
  const render = (contact: MessageContact, links: RecipientLinks, labels?: AgentTexts | null): Rendering => {
    const byAgent = source.byAgent ? (labels ?? agentPlaceholders) : null
    const scope = messageScope(source, { contact, links, words: footerText(contact.locale), byAgent })
    const texts: string[] = []
    const limit = renderLimit()
    const lead = (number: number): string => {
      const url = source.links[number - 1]
      return url === undefined ? '' : (links.shortUrl?.(number) ?? url)
    }
    for (const { name, template } of parts) {
      try {
        const text = template.render(scope, limit)
        texts.push(isLed ? leadTextLinks(text, lead) : text)
      } catch (error) {
        return { ok: false, problem: problemOf(name, error) }
      }
    }
    const message = build(texts)
    if (hasMadeLinks && message.channel === 'email' && message.html !== null) {
      const { clickUrl } = links
      message.html = leadMarked(message.html, (number, url) => (clickUrl ? clickUrl(number, url) : null))
    }
    const problem = emptiness(message, source.content)
    return problem ? { ok: false, problem } : { ok: true, message }
  }
  const customFields = () => [...new Set(parts.flatMap((part) => part.template.fieldsOf('custom')))]
  return { render, variables, customFields }
}
