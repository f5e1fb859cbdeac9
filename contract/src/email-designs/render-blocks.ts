import { contrast, darkPanel, lineOn } from './design-colors.ts'
import { columnRatios } from './email-design.ts'
import type { Block, BlockOf, EmailStyle, LeafBlock, Marks, Paragraph, Span } from './email-design.ts'
import { escapeTemplate, spanTemplate, whenVisible } from './design-markup.ts'

export const fontStacks: Record<EmailStyle['font'], string> = {
  system: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  arial: 'Arial, Helvetica, sans-serif',
  georgia: "Georgia, 'Times New Roman', serif",
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  courier: "'Courier New', Courier, monospace",
}

export const headingSizes = { 1: 28, 2: 22, 3: 18 } as const

/** Pixels at both sides of the panel. */
export const sidePadding = 32
/** Pixels between two columns. */
const gutter = 24

export interface Room {
  style: EmailStyle
  /** Pixels that a block has from side to side: Outlook needs images in pixels. */
  width: number
}

/** An attribute `style` from declarations; empty ones are left out. */
const css = (...declarations: (string | false)[]): string => `style="${declarations.filter(Boolean).join(';')}"`
const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"'

function marked(text: string, { bold, italic, underline, strike, link }: Marks, color: string): string {
  let html = text
  if (bold) html = `<strong>${html}</strong>`
  if (italic) html = `<em>${html}</em>`
  if (underline) html = `<u>${html}</u>`
  if (strike) html = `<s>${html}</s>`
  return link ? `<a href="${escapeTemplate(link)}" class="k" ${css(`color:${color}`, 'text-decoration:underline')}>${html}</a>` : html
}

const spansHtml = (spans: readonly Span[], style: EmailStyle): string =>
  spans.map((span) => marked(escapeTemplate(spanTemplate(span)).replaceAll('\n', '<br>'), span, style.linkColor)).join('')

const textCss = ({ font, textSize, textColor }: EmailStyle): string =>
  `font-family:${fontStacks[font]};font-size:${textSize}px;line-height:${Math.round(textSize * 1.6)}px;color:${textColor}`

/** Paragraphs, those of one list together. */
export function listRuns(paragraphs: readonly Paragraph[]): { list: Paragraph['list']; items: Paragraph[] }[] {
  const runs: { list: Paragraph['list']; items: Paragraph[] }[] = []
  for (const paragraph of paragraphs) {
    const last = runs.at(-1)
    if (last && last.list === paragraph.list) last.items.push(paragraph)
    else runs.push({ list: paragraph.list, items: [paragraph] })
  }
  return runs
}

function textHtml({ paragraphs, align }: BlockOf<'text'>, { style }: Room): string {
  const runs = listRuns(paragraphs)
  const gap = (isLast: boolean) => (isLast ? 0 : Math.round(style.textSize * 0.85))
  return runs
    .map(({ list, items }, run) => {
      const isEnd = run === runs.length - 1
      if (list === 'none')
        return items
          .map(
            (item, at) =>
              `<p class="t" ${css(`margin:0 0 ${gap(isEnd && at === items.length - 1)}px`, `text-align:${align}`, textCss(style))}>${spansHtml(item.spans, style) || '&nbsp;'}</p>`,
          )
          .join('')
      const tag = list === 'bullet' ? 'ul' : 'ol'
      const rows = items.map((item) => `<li ${css('margin:0 0 6px')}>${spansHtml(item.spans, style)}</li>`).join('')
      return `<${tag} class="t" ${css(`margin:0 0 ${gap(isEnd)}px`, 'padding:0 0 0 24px', 'text-align:left', textCss(style))}>${rows}</${tag}>`
    })
    .join('')
}

function headingHtml({ level, align, spans }: BlockOf<'heading'>, { style }: Room): string {
  const size = headingSizes[level as 1 | 2 | 3]
  return `<h${level} class="h" ${css('margin:0', `text-align:${align}`, `font-family:${fontStacks[style.headingFont]}`, `font-size:${size}px`, `line-height:${Math.round(size * 1.3)}px`, 'font-weight:700', `color:${style.headingColor}`)}>${spansHtml(spans, style)}</h${level}>`
}

function imageHtml({ src, alt, isDecorative, link, align, width, isRounded }: BlockOf<'image'>, { style, width: room }: Room): string {
  if (src === '') return ''
  const pixels = Math.round((room * width) / 100)
  const image = `<img src="${escapeTemplate(src)}" alt="${isDecorative ? '' : escapeTemplate(alt)}" width="${pixels}" ${css('display:block', 'width:100%', `max-width:${pixels}px`, 'height:auto', 'border:0', isRounded && `border-radius:${style.radius}px`, textCss(style))}>`
  const linked = link ? `<a href="${escapeTemplate(link)}" ${css('text-decoration:none')}>${image}</a>` : image
  return `<${table} align="${align}" width="${pixels}" ${css(`width:${width}%`, `max-width:${pixels}px`)}><tr><td>${linked}</td></tr></table>`
}

function buttonHtml({ label, url, align, look, isWide }: BlockOf<'button'>, { style }: Room): string {
  const isFilled = look === 'filled'
  const color = isFilled ? style.buttonTextColor : style.buttonColor
  const inner = css(
    'display:block',
    'padding:12px 24px',
    'mso-padding-alt:0',
    `font-family:${fontStacks[style.font]}`,
    'font-size:16px',
    'line-height:24px',
    'font-weight:600',
    `color:${color}`,
    'text-align:center',
    'text-decoration:none',
  )
  const cell = css(
    `border-radius:${style.radius}px`,
    'mso-padding-alt:12px 24px',
    `border:2px solid ${style.buttonColor}`,
    isFilled && `background-color:${style.buttonColor}`,
  )
  return `<${table} align="${align}"${isWide ? ` width="100%" ${css('width:100%')}` : ''}><tr><td align="center"${isFilled ? ` bgcolor="${style.buttonColor}"` : ' class="o"'} ${cell}><a href="${escapeTemplate(url)}" ${isFilled ? '' : 'class="k" '}${inner}>${escapeTemplate(label)}</a></td></tr></table>`
}

const dividerHtml = ({ color }: BlockOf<'divider'>, { style }: Room): string =>
  `<${table} width="100%"><tr><td class="r" ${css(`border-top:1px solid ${color || lineOn(style.panelColor)}`, 'font-size:0', 'line-height:0')}>&nbsp;</td></tr></table>`

const spacerHtml = ({ height }: BlockOf<'spacer'>): string =>
  `<${table} width="100%"><tr><td height="${height}" ${css(`height:${height}px`, 'font-size:0', 'line-height:0')}>&nbsp;</td></tr></table>`

/** Name, letters and color of each network: letters need no image, which many readers do not load. */
export const networks: Record<BlockOf<'social'>['links'][number]['network'], readonly [name: string, letters: string, color: string]> = {
  website: ['Website', 'www', '#374151'],
  linkedin: ['LinkedIn', 'in', '#0a66c2'],
  x: ['X', 'X', '#111111'],
  facebook: ['Facebook', 'f', '#1560bd'],
  instagram: ['Instagram', 'ig', '#b02a6b'],
  youtube: ['YouTube', 'yt', '#c4121a'],
  tiktok: ['TikTok', 'tt', '#111111'],
  whatsapp: ['WhatsApp', 'wa', '#0b7a3e'],
  github: ['GitHub', 'gh', '#24292f'],
  mastodon: ['Mastodon', 'm', '#5b4bd5'],
}

function socialHtml({ links, align, look }: BlockOf<'social'>, { style }: Room): string {
  if (links.length === 0) return ''
  if (look === 'names') {
    const named = links.map(
      ({ network, url }) => `<a href="${escapeTemplate(url)}" class="k" ${css(`color:${style.linkColor}`)}>${networks[network][0]}</a>`,
    )
    return `<p class="t" ${css('margin:0', `text-align:${align}`, textCss(style))}>${named.join(' &middot; ')}</p>`
  }
  const cells = links.map(({ network, url }) => {
    const [name, letters, color] = networks[network]
    // Black badges get a ring on dark panels, where they would be invisible.
    const ring = contrast(color, darkPanel) < 2 ? ' class="n"' : ''
    return `<td ${css('padding:0 5px')}><${table}><tr><td align="center"${ring} width="36" height="36" bgcolor="${color}" ${css('width:36px', 'height:36px', `background-color:${color}`, `border:1px solid ${color}`, 'border-radius:19px')}><a href="${escapeTemplate(url)}" title="${name}" aria-label="${name}" ${css('display:block', `font-family:${fontStacks.arial}`, 'font-size:13px', 'line-height:36px', 'font-weight:700', 'color:#ffffff', 'text-decoration:none')}>${letters}</a></td></tr></table></td>`
  })
  return `<${table} align="${align}"><tr>${cells.join('')}</tr></table>`
}

function recordHtml({ title, rows }: BlockOf<'record'>, { style }: Room): string {
  const base = `font-family:${fontStacks[style.font]};font-size:${Math.max(13, style.textSize - 1)}px;line-height:${Math.round(style.textSize * 1.45)}px`
  const room = `<tr><td colspan="2" ${css('height:8px', 'font-size:0', 'line-height:0')}>&nbsp;</td></tr>`
  const head =
    title === ''
      ? room
      : `<tr><td colspan="2" class="h" ${css('padding:14px 18px 8px', base, 'font-weight:700', `color:${style.headingColor}`)}>${escapeTemplate(title)}</td></tr>`
  const body = rows.map(
    ({ label, value }) =>
      `<tr><td class="m" valign="top" width="38%" ${css('padding:6px 12px 6px 18px', base, `color:${style.mutedColor}`)}>${escapeTemplate(label)}</td><td class="t" valign="top" ${css('padding:6px 18px 6px 0', base, `color:${style.textColor}`)}>${escapeTemplate(value)}</td></tr>`,
  )
  return `<${table} class="c" width="100%" ${css('width:100%', `border:1px solid ${lineOn(style.panelColor)}`, `border-radius:${style.radius}px`, 'border-collapse:separate')}>${head}${body.join('')}${room}</table>`
}

function columnsHtml(block: BlockOf<'columns'>, room: Room): string {
  const shares = columnRatios[block.ratio]
  const columns = shares.map((share, at) => ({ share, blocks: block.columns[at] ?? [] }))
  const between = gutter / shares.length
  const widths = shares.map((share) => Math.floor((room.width * share) / 12 - (gutter * (shares.length - 1)) / shares.length))
  const inner = ({ blocks }: { blocks: readonly LeafBlock[] }, at: number) =>
    `<${table} width="100%">${blocks.map((each) => rowOf(each, { style: room.style, width: widths[at] ?? room.width }, 0)).join('') || '<tr><td>&nbsp;</td></tr>'}</table>`
  const paddings = (at: number) => `0 ${at === shares.length - 1 ? 0 : Math.floor(between)}px 0 ${at === 0 ? 0 : Math.floor(between)}px`
  if (!block.stacks) {
    const cells = columns.map(
      (column, at) =>
        `<td valign="${block.valign}" width="${Math.round((column.share / 12) * 100)}%" ${css(`padding:${paddings(at)}`)}>${inner(column, at)}</td>`,
    )
    return `<${table} width="100%"><tr>${cells.join('')}</tr></table>`
  }
  // Columns as inline blocks wrap without media queries; Outlook for Windows, which knows no inline blocks, gets table cells.
  const cells = columns.map((column, at) => {
    const total = Math.floor((room.width * column.share) / 12)
    return `<!--[if mso]><td valign="${block.valign}" width="${total}" style="padding:${paddings(at)}"><![endif]--><div class="col" ${css('display:inline-block', 'width:100%', `max-width:${total}px`, `vertical-align:${block.valign}`)}><${table} width="100%"><tr><td class="g" ${css(`padding:${paddings(at)}`)}>${inner(column, at)}</td></tr></table></div><!--[if mso]></td><![endif]-->`
  })
  return `<!--[if mso]><${table} width="100%"><tr><![endif]-->${cells.join('')}<!--[if mso]></tr></table><![endif]-->`
}

function footerHtml({ text, align }: BlockOf<'footer'>, { style }: Room): string {
  const link = (address: string, words: string) =>
    `<a href="{{ ${address} }}" class="m" ${css(`color:${style.mutedColor}`, 'text-decoration:underline')}>{{ __words.${words} }}</a>`
  const lines = [
    ...(text.trim() === '' ? [] : [escapeTemplate(text.trim()).replaceAll('\n', '<br>')]),
    '{{ organization.address | default: "" }}',
    `${link('unsubscribe_url', 'unsubscribe')} &middot; ${link('preferences_url', 'preferences')}`,
  ]
  return `<p class="m" ${css('margin:0', `text-align:${align}`, `font-family:${fontStacks[style.font]}`, 'font-size:12px', 'line-height:20px', `color:${style.mutedColor}`)}>${lines.join('<br>')}</p>`
}

function contentOf(block: Block, room: Room): string {
  switch (block.type) {
    case 'heading':
      return headingHtml(block, room)
    case 'text':
      return textHtml(block, room)
    case 'image':
      return imageHtml(block, room)
    case 'button':
      return buttonHtml(block, room)
    case 'divider':
      return dividerHtml(block, room)
    case 'spacer':
      return spacerHtml(block)
    case 'social':
      return socialHtml(block, room)
    case 'record':
      return recordHtml(block, room)
    case 'html':
      return block.html
    case 'columns':
      return columnsHtml(block, room)
    case 'footer':
      return footerHtml(block, room)
  }
}

/** One row of the panel. `side`: pixels at both sides. An image without an address and a block without content have none. */
export function rowOf(block: Block, room: Room, side: number): string {
  const content = contentOf(block, room)
  if (content === '') return ''
  const { background, padding } = block
  const fill =
    background === ''
      ? ''
      : ` bgcolor="${background}" class="b-${background.slice(1).toLowerCase()}${block.type === 'columns' ? ' z' : ''}"`
  const kind = fill === '' && block.type === 'columns' ? ' class="z"' : fill
  const align = 'align' in block ? ` align="${block.align}"` : ''
  return whenVisible(
    block,
    `<tr><td${align}${kind} ${css(`padding:${padding}px ${side}px`, background !== '' && `background-color:${background}`, block.type === 'columns' && 'font-size:0')}>${content}</td></tr>`,
  )
}
