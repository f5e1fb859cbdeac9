import { checkClientSupport, gmailClipBytes, htmlBytes } from './client-support.ts'
import { contrast } from './design-colors.ts'
import { plainOf } from './design-markup.ts'
import { blocksOf } from './email-design.ts'
import type { Block, BlockOf, EmailDesign, EmailStyle, Span } from './email-design.ts'
import { networks } from './render-blocks.ts'
import { renderDesign } from './render-design.ts'

export const designIssueCodes = [
  ...(['empty_design', 'image_missing', 'alt_missing', 'link_missing', 'example_link', 'insecure_link', 'label_missing'] as const),
  ...(['sample_content', 'empty_block', 'low_contrast', 'too_large', 'unsupported', 'footer_missing', 'field_without_fallback'] as const),
] as const
export type DesignIssueCode = (typeof designIssueCodes)[number]

/** `error`: readers would see something broken; `warning`: some would; `note`: worth knowing. */
export interface DesignIssue {
  code: DesignIssueCode
  level: 'error' | 'warning' | 'note'
  /** Null: the design as a whole. */
  blockId: string | null
  /** For the words: a link, a feature, a size in KB. */
  values: Record<string, string | number>
}

/** An address of a layout that was not replaced. */
export const exampleLink = /^https?:\/\/(?:[^/]*\.)?example\.(?:com|org|net)\b/i

const issue = (
  code: DesignIssueCode,
  level: DesignIssue['level'],
  blockId: string | null,
  values: DesignIssue['values'] = {},
): DesignIssue => ({
  code,
  level,
  blockId,
  values,
})

const spansOf = (block: Block): Span[] =>
  block.type === 'heading' ? block.spans : block.type === 'text' ? block.paragraphs.flatMap(({ spans }) => spans) : []

/** The addresses that a reader can open. */
function linksOfBlock(block: Block): string[] {
  if (block.type === 'button') return [block.url]
  if (block.type === 'image') return block.link === '' ? [] : [block.link]
  if (block.type === 'social') return block.links.map(({ url }) => url)
  if (block.type === 'html') return [...block.html.matchAll(/<a\s[^<>]*?href\s*=\s*["']([^"']*)["']/gi)].map(([, url = '']) => url)
  return spansOf(block).flatMap(({ link }) => link ?? [])
}

function linkIssues(block: Block): DesignIssue[] {
  return linksOfBlock(block).flatMap((url) => {
    if (url === '' || url === '#') return [issue('link_missing', 'error', block.id)]
    if (exampleLink.test(url)) return [issue('example_link', 'error', block.id, { url })]
    return url.startsWith('http:') ? [issue('insecure_link', 'note', block.id, { url })] : []
  })
}

function imageIssues(block: BlockOf<'image'>): DesignIssue[] {
  if (block.src === '') return [issue('image_missing', 'error', block.id)]
  return [
    ...(block.alt.trim() === '' && !block.isDecorative ? [issue('alt_missing', 'error', block.id)] : []),
    // Uploads are stored as GIF only when they move.
    ...(/\/api\/i\/[\w-]+\.gif$/.test(block.src) ? [issue('unsupported', 'note', block.id, { feature: 'animated GIF' })] : []),
    ...(exampleLink.test(block.src) ? [issue('example_link', 'error', block.id, { url: block.src })] : []),
  ]
}

const isEmpty = (block: Block): boolean => {
  if (block.type === 'heading' || block.type === 'text') return spansOf(block).every((span) => 'text' in span && span.text.trim() === '')
  if (block.type === 'columns') return block.columns.every((column) => column.length === 0)
  if (block.type === 'social') return block.links.length === 0
  if (block.type === 'record') return block.rows.length === 0
  return block.type === 'html' && block.html.trim() === ''
}

/** WCAG AA: 4.5 for text, 3 for headings, which are large. */
function contrastIssues(block: Block, style: EmailStyle): DesignIssue[] {
  const ground = block.background || style.panelColor
  const pairs: [color: string, on: string, needed: number][] = []
  if (block.type === 'heading') pairs.push([style.headingColor, ground, 3])
  if (block.type === 'text' || block.type === 'record') pairs.push([style.textColor, ground, 4.5])
  if (block.type === 'footer') pairs.push([style.mutedColor, ground, 4.5])
  if (block.type === 'button')
    pairs.push(block.look === 'filled' ? [style.buttonTextColor, style.buttonColor, 4.5] : [style.buttonColor, ground, 4.5])
  if (spansOf(block).some(({ link }) => link)) pairs.push([style.linkColor, ground, 4.5])
  const worst = Math.min(...pairs.filter(([color, on, needed]) => contrast(color, on) < needed).map(([color, on]) => contrast(color, on)))
  return Number.isFinite(worst) ? [issue('low_contrast', 'warning', block.id, { ratio: worst.toFixed(1) })] : []
}

/** Fields that many contacts have no value for. */
const oftenEmpty = /^(?:name|first_name|last_name|custom\..+)$/

/** What the conditions of a template ask for: names, and two in a row joined by a point, as `fieldsWithoutFallback` reads them. */
function namesInConditions(template: string): Set<string> {
  const names = new Set<string>()
  for (const [, condition = ''] of template.matchAll(/\{%-?\s*(?:if|unless|elsif)\b([^%]*)/g))
    for (const [path] of condition.matchAll(/\w+(?:\.\w+)*/g)) {
      const parts = path.split('.')
      parts.forEach((part, at) => {
        names.add(part)
        if (at > 0) names.add(`${parts[at - 1]}.${part}`)
      })
    }
  return names
}

/** The fields that a Liquid template shows without a default, unless it asks whether there is a value. */
export function fieldsWithoutFallback(template: string): string[] {
  const fields = [...template.matchAll(/\{\{-?\s*([a-z_]\w*(?:\.\w+)?)\s*(\|[^{}]*)?-?\}\}/gi)]
    .filter(([, field = '', filters = '']) => oftenEmpty.test(field) && !/\|\s*default\b/.test(filters))
    .map(([, field = '']) => field)
  if (fields.length === 0) return []
  const asked = namesInConditions(template)
  return [...new Set(fields)].filter((field) => !asked.has(field))
}

/** The texts of a block that may contain Liquid; those of headings and paragraphs have chips besides. */
function templatesOf(block: Block): string[] {
  if (block.type === 'button') return [block.label]
  if (block.type === 'image') return [block.alt]
  if (block.type === 'footer') return [block.text]
  if (block.type === 'html') return [block.html]
  if (block.type === 'record') return [block.title, ...block.rows.flatMap(({ label, value }) => [label, value])]
  return spansOf(block).flatMap((span) => ('text' in span ? [span.text] : []))
}

/** A greeting such as "Hello ,", or "Your city: ", where the value is unknown: each field once. */
function fieldIssues(block: Block): DesignIssue[] {
  const chips = spansOf(block).flatMap((span) =>
    'field' in span && span.fallback.trim() === '' && oftenEmpty.test(span.field) ? [span.field] : [],
  )
  const fields = new Set([...chips, ...fieldsWithoutFallback(templatesOf(block).join('\n'))])
  return [...fields].map((field) => issue('field_without_fallback', 'warning', block.id, { field }))
}

function blockIssues(block: Block, style: EmailStyle): DesignIssue[] {
  // Its links and images are samples, too: they are reported once the block is edited and they are still there.
  const isSample = block.isSample && hasOwnText(block)
  return [
    ...(isSample ? [issue('sample_content', 'error', block.id, { text: shorten(plainWords(block)) })] : []),
    ...(isEmpty(block) ? [issue('empty_block', 'warning', block.id)] : []),
    ...(block.type === 'image' ? imageIssues(block) : []),
    ...(block.type === 'button' && block.label.trim() === '' ? [issue('label_missing', 'error', block.id)] : []),
    ...(isSample ? [] : linkIssues(block)),
    ...contrastIssues(block, style),
    ...fieldIssues(block),
    ...(block.type === 'html'
      ? checkClientSupport(`<body>${block.html}`).map(({ name }) => issue('unsupported', 'warning', block.id, { feature: name }))
      : []),
  ]
}

/** Words to be replaced: a heading that is only a variable can be sent as it is. */
const hasOwnText = (block: Block): boolean =>
  block.type === 'heading' || block.type === 'text'
    ? spansOf(block).some((span) => 'text' in span && /[\p{L}\p{N}]/u.test(span.text))
    : plainWords(block) !== ''

/** What a block says, for people who look for it in a list. */
export function plainWords(block: Block): string {
  if (block.type === 'button') return block.label
  if (block.type === 'image') return block.alt
  if (block.type === 'record') return block.title || (block.rows[0]?.label ?? '')
  if (block.type === 'footer') return block.text
  if (block.type === 'social') return block.links.map(({ network }) => networks[network][0]).join(', ')
  if (block.type === 'text') return block.paragraphs.map(({ spans }) => plainOf(spans)).join(' ')
  return plainOf(spansOf(block))
}

const quotedMax = 60

const shorten = (text: string): string => (text.length <= quotedMax ? text : `${text.slice(0, quotedMax).replace(/\s+\S*$/, '')}…`)

/** Everything in a design that readers would stumble over, in the order of its blocks. */
export function lintDesign(design: EmailDesign): DesignIssue[] {
  if (design.blocks.length === 0) return [issue('empty_design', 'error', null)]
  const bytes = htmlBytes(renderDesign(design))
  return [
    ...blocksOf(design).flatMap((block) => blockIssues(block, design.style)),
    ...(bytes > gmailClipBytes ? [issue('too_large', 'warning', null, { size: Math.ceil(bytes / 1024) })] : []),
    ...(design.blocks.some(({ type, visibility }) => type === 'footer' && visibility === null)
      ? []
      : [issue('footer_missing', 'note', null)]),
  ]
}
