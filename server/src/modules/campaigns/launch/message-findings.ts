import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { LaunchCheck, LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { sampleSentences } from '@imperium/contract/campaigns/sample-texts.ts'
import { linkedTexts, textLinksOf } from '@imperium/contract/channels/text-links.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { setLiquidAside } from '@imperium/contract/email-designs/design-markup.ts'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { exampleLink, fieldsWithoutFallback, lintDesign } from '@imperium/contract/email-designs/lint-design.ts'
import type { DesignIssue, DesignIssueCode } from '@imperium/contract/email-designs/lint-design.ts'
import { contentPath, contentsOf } from '../messages/campaign-messages.ts'
import { decodeEntities } from '../messages/html-parts.ts'
import type { CampaignRow } from '../store.ts'

type Found = Omit<LaunchFinding, 'path' | 'blockId'>

const messages = {
  noAddress: 'A link has no address',
  example: (url: string) => message('A link leads to an example address: {url}', { url }),
  broken: (url: string) => message('The address of a link is not valid: {url}', { url }),
  insecure: (url: string) => message('A link is not encrypted (http): {url}', { url }),
  sample: (text: string) => message('Sample text was not replaced: {text}', { text }),
  noAlt: 'An image has no alternative text',
  noImage: 'An image block has no image',
  exampleImage: (url: string) => message('An image comes from an example address: {url}', { url }),
  noLabel: 'A button has no label',
  noContent: 'Write the message',
  tooLarge: 'The email is too long for Gmail, which cuts off its end',
  fallback: (field: string) => message('The merge field {field} has no fallback for contacts without a value', { field }),
}

const error = (check: LaunchCheck, text: Text): Found => ({ check, level: 'error', ...worded(text) })
const warning = (check: LaunchCheck, text: Text): Found => ({ check, level: 'warning', ...worded(text) })

/** What the designer tells in more detail while one edits is left out here. */
const ofIssue: Partial<Record<DesignIssueCode, (values: DesignIssue['values']) => Found>> = {
  empty_design: () => error('message', messages.noContent),
  sample_content: ({ text }) => error('sample_text', messages.sample(String(text))),
  example_link: ({ url }) => error('links', messages.example(String(url))),
  link_missing: () => error('links', messages.noAddress),
  label_missing: () => error('links', messages.noLabel),
  insecure_link: ({ url }) => warning('links', messages.insecure(String(url))),
  image_missing: () => warning('images', messages.noImage),
  alt_missing: () => warning('images', messages.noAlt),
  field_without_fallback: ({ field }) => warning('merge_fields', messages.fallback(String(field))),
  too_large: () => warning('message', messages.tooLarge),
}

const inDesign = (design: EmailDesign, path: string): LaunchFinding[] =>
  lintDesign(design).flatMap(({ code, values, blockId }) => {
    const found = ofIssue[code]?.(values)
    return found ? [{ ...found, path: `${path}.design`, blockId }] : []
  })

/** Addresses that Liquid makes are known only for a contact. */
function inLink(url: string): Found[] {
  if (url.includes('\uE000') || url.includes('{{')) return []
  if (url === '' || url === '#') return [error('links', messages.noAddress)]
  if (exampleLink.test(url)) return [error('links', messages.example(url))]
  if (/^(?:mailto|tel|sms):./i.test(url) || url.startsWith('#')) return []
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return [error('links', messages.broken(url.slice(0, 200)))]
  return /^http:/i.test(url) ? [warning('links', messages.insecure(url))] : []
}

const attributeOf = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? '').trim() : null
}

function inHtml(source: string): Found[] {
  const { html } = setLiquidAside(source)
  const links = [...html.matchAll(/<a\s[^<>]*>/gi)].flatMap(([tag]) => attributeOf(tag, 'href') ?? [])
  const images = html.match(/<img\s[^<>]*>/gi) ?? []
  return [
    ...sampleSentences.filter((sentence) => html.includes(`>${sentence}`)).map((text) => error('sample_text', messages.sample(text))),
    ...links.flatMap(inLink),
    ...images.flatMap((tag) => {
      const src = attributeOf(tag, 'src') ?? ''
      const hasAlt = attributeOf(tag, 'alt') !== null
      return [
        ...(hasAlt ? [] : [warning('images', messages.noAlt)]),
        ...(exampleLink.test(src) ? [error('images', messages.exampleImage(src))] : []),
      ]
    }),
  ]
}

const withoutFallback = (template: string): Found[] =>
  fieldsWithoutFallback(template).map((field) => warning('merge_fields', messages.fallback(field)))

function inContent(channel: Channel, content: MessageContent, path: string): LaunchFinding[] {
  const at = (part: string, found: readonly Found[]): LaunchFinding[] =>
    found.map((each) => ({ ...each, path: `${path}.${part}`, blockId: null }))
  if (channel === 'webhook') return []
  if (channel !== 'email') {
    const [part, written] =
      content.whatsappTemplateId !== null && channel === 'whatsapp'
        ? (['whatsappVariables', linkedTexts(channel, content)] as const)
        : (['text', [content.text]] as const)
    return at(part, [...written.flatMap(textLinksOf).flatMap(inLink), ...written.flatMap(withoutFallback)])
  }
  const { design, html, text, subject, preheader } = content
  return [
    ...at('subject', withoutFallback(subject)),
    ...at('preheader', withoutFallback(preheader)),
    ...(design ? inDesign(design, path) : at('html', [...inHtml(html), ...withoutFallback(html)])),
    ...at('text', [...textLinksOf(text).flatMap(inLink), ...(html === '' ? withoutFallback(text) : [])]),
  ]
}

const keyOf = ({ path, message: text, blockId }: LaunchFinding): string => `${path} ${blockId ?? ''} ${text}`

/** What recipients of a campaign would stumble over: sample text, links, images and merge fields. Each once. */
export function findInMessages({ channel, definition }: Pick<CampaignRow, 'channel' | 'definition'>): LaunchFinding[] {
  const found = contentsOf(definition).flatMap((content, variant) => inContent(channel, content, contentPath(variant)))
  return [...new Map(found.map((finding) => [keyOf(finding), finding])).values()]
}
