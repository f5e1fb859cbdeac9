/** Mail programs that differ most from browsers. `outlook-windows` renders with Word, the others drop what they do not know. */
export const mailClients = {
  'outlook-windows': 'Outlook for Windows',
  gmail: 'Gmail',
  yahoo: 'Yahoo Mail',
  'apple-mail': 'Apple Mail',
} as const
export type MailClient = keyof typeof mailClients

export interface ClientFeature {
  id: string
  /** How it is written, for people. */
  name: string
  breaksIn: readonly MailClient[]
  find: RegExp
  /** Looked for in style elements, in attributes and elements, or anywhere. */
  where: 'css' | 'inline' | 'markup'
}

const everywhere = ['outlook-windows', 'gmail', 'yahoo'] as const
const feature = (
  id: string,
  name: string,
  where: ClientFeature['where'],
  breaksIn: readonly MailClient[],
  find: RegExp,
): ClientFeature => ({
  id,
  name,
  breaksIn,
  find,
  where,
})

/**
 * What clients are known not to support. `inline` is what stands in `style` attributes, which decide how a message looks without its
 * style elements; `css` both.
 */
export const unsupportedFeatures: readonly ClientFeature[] = [
  feature('script', '<script>', 'markup', everywhere, /<script\b/i),
  feature('form', '<form>, <input> and <button>', 'markup', ['outlook-windows', 'gmail'], /<(?:form|input|select|textarea|button)\b/i),
  feature('media', '<video> and <audio>', 'markup', ['outlook-windows', 'gmail'], /<(?:video|audio)\b/i),
  feature('svg', '<svg>', 'markup', everywhere, /<svg\b|src\s*=\s*["'][^"']*\.svg/i),
  feature('iframe', '<iframe> and <object>', 'markup', everywhere, /<(?:iframe|object|embed)\b/i),
  feature('linked-styles', '<link rel="stylesheet">', 'markup', everywhere, /<link\b[^<>]*stylesheet/i),
  feature('data-image', 'data: images', 'markup', ['gmail', 'outlook-windows'], /src\s*=\s*["']?data:/i),
  feature('webp', 'WebP images', 'markup', ['outlook-windows'], /src\s*=\s*["'][^"']*\.(?:webp|avif)/i),
  feature('event-handler', 'onclick and the like', 'markup', everywhere, /<[a-z][^<>]*\son[a-z]+\s*=/i),
  feature('flex', 'display: flex', 'inline', ['outlook-windows', 'gmail'], /display\s*:\s*(?:inline-)?flex/i),
  feature('grid', 'display: grid', 'inline', ['outlook-windows', 'gmail'], /display\s*:\s*(?:inline-)?grid/i),
  feature('position', 'position', 'inline', everywhere, /(?:^|[;\s])position\s*:/i),
  feature('float', 'float', 'inline', ['outlook-windows'], /(?:^|[;\s])float\s*:/i),
  feature('background-image', 'background-image', 'inline', ['outlook-windows'], /background(?:-image)?\s*:[^;]{0,300}url\(/i),
  feature('gradient', 'gradients', 'inline', ['outlook-windows'], /gradient\(/i),
  feature('object-fit', 'object-fit', 'inline', ['outlook-windows'], /object-fit\s*:/i),
  feature('transform', 'transform', 'inline', ['outlook-windows', 'gmail'], /(?:^|[;\s])(?:transform|animation|transition)\s*:/i),
  feature('filter', 'filter', 'inline', ['outlook-windows', 'gmail'], /(?:^|[;\s])filter\s*:/i),
  feature('opacity', 'opacity', 'inline', ['outlook-windows'], /(?:^|[;\s])opacity\s*:/i),
  feature('box-shadow', 'box-shadow', 'inline', ['outlook-windows'], /box-shadow\s*:/i),
  feature('variable', 'var() and calc()', 'css', ['outlook-windows', 'gmail', 'yahoo'], /\b(?:var|calc|clamp|min|max)\(/i),
  feature('rem', 'rem, vw and vh', 'inline', ['outlook-windows'], /:[^;]{0,300}\d(?:rem|vw|vh)\b/i),
  feature('color', 'colors as rgba() or hsl()', 'inline', ['outlook-windows'], /\b(?:rgba|hsla?|oklch|color-mix)\(|#[0-9a-f]{8}\b/i),
  feature('gap', 'gap', 'inline', ['outlook-windows', 'gmail'], /(?:^|[;\s])gap\s*:/i),
  feature('negative-margin', 'negative margins', 'inline', everywhere, /margin(?:-[a-z-]{1,20})?\s*:[^;]{0,300}(?:^|[\s:])-\d/i),
  feature(
    'modern-boxes',
    'aspect-ratio, clip-path and blend modes',
    'inline',
    [...everywhere],
    /(?:aspect-ratio|clip-path|mix-blend-mode)\s*:/i,
  ),
  // Word ignores it where `mso-padding-alt` does not say that the cell has the padding.
  feature(
    'link-padding',
    'padding of links',
    'markup',
    ['outlook-windows'],
    /<a\s(?![^<>]*mso-padding-alt)[^<>]*style\s*=\s*["'][^"']*padding/i,
  ),
  feature('nested-rule', 'rules with @ inside other such rules', 'css', ['gmail'], /@media[^{}@]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*@/i),
  feature('import', '@import', 'css', everywhere, /@import/i),
  feature('font-face', 'web fonts', 'css', ['outlook-windows', 'gmail', 'yahoo'], /@font-face/i),
  feature('keyframes', '@keyframes', 'css', ['outlook-windows', 'gmail'], /@keyframes/i),
]

/** Gmail ignores a style element above this, in characters. */
export const gmailStyleMax = 8_192
/** Gmail shows no more of a message than this, in bytes. */
export const gmailClipBytes = 102 * 1024

export interface SupportIssue {
  id: string
  name: string
  breaksIn: readonly MailClient[]
}

/** Takes out what stands between two marks, with them; where a part has no end, the search ends, so that the text is read once. */
function cutOut(text: string, begin: RegExp, end: RegExp): { rest: string; inside: string[] } {
  const [begins, ends] = [new RegExp(begin, 'gi'), new RegExp(end, 'gi')]
  const inside: string[] = []
  let rest = ''
  let at = 0
  for (let open = begins.exec(text); open; open = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex
    const close = ends.exec(text)
    if (!close) break
    rest += text.slice(at, open.index)
    inside.push(text.slice(begins.lastIndex, close.index))
    at = ends.lastIndex
    begins.lastIndex = at
  }
  return { rest: rest + text.slice(at), inside }
}

const sizedImage = /\bwidth\s*=\s*["']?\d+/i

/** What of an email's HTML is known to break, each once. Parts for Outlook alone (`<!--[if mso]>`) are not looked at. */
export function checkClientSupport(source: string): SupportIssue[] {
  const { rest: html } = cutOut(source, /<!--\[if [^\]]{0,200}\]>/, /<!\[endif\]-->/)
  const { rest: body, inside: sheets } = cutOut(html, /<style\b[^<>]*>/, /<\/style>/)
  const inline = [...body.matchAll(/\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) => double ?? single ?? '')
  const texts = { markup: [body], inline, css: [...inline, ...sheets] }
  const found: SupportIssue[] = unsupportedFeatures
    .filter(({ find, where }) => texts[where].some((text) => find.test(text)))
    .map(({ id, name, breaksIn }) => ({ id, name, breaksIn }))
  if (sheets.some((css) => css.length > gmailStyleMax)) found.push({ id: 'style-size', name: '<style> above 8 KB', breaksIn: ['gmail'] })
  // Gmail reads style elements of the head alone, and Apple Mail turns colors around where a page says nothing about dark mode.
  const bodyAt = html.search(/<body\b/i)
  if (bodyAt >= 0 && /<style\b/i.test(html.slice(bodyAt)))
    found.push({ id: 'style-in-body', name: '<style> in the body', breaksIn: ['gmail'] })
  if (/<head\b/i.test(html) && !/<meta\s[^<>]*color-scheme/i.test(html))
    found.push({ id: 'color-scheme', name: 'no <meta name="color-scheme">', breaksIn: ['apple-mail'] })
  const images = body.match(/<img\b[^<>]*>/gi) ?? []
  if (images.some((tag) => !sizedImage.test(tag)))
    found.push({ id: 'image-width', name: '<img> without a width', breaksIn: ['outlook-windows'] })
  return found
}

/** Bytes of an email's HTML as it is sent. */
export const htmlBytes = (html: string): number => new TextEncoder().encode(html).length
