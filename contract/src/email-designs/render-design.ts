import { darkBackground, darkPage, darkPanel, readableOn } from './design-colors.ts'
import { escapeTemplate } from './design-markup.ts'
import { blocksOf } from './email-design.ts'
import type { EmailDesign, EmailStyle } from './email-design.ts'
import { rowOf, sidePadding } from './render-blocks.ts'

/** Each background of a block, once. */
const backgroundsOf = (design: EmailDesign): string[] => [
  ...new Set(blocksOf(design).flatMap(({ background }) => (background === '' ? [] : [background.toLowerCase()]))),
]

/** Rules for clients that read style elements; the message is complete without them. */
function styleSheet(design: EmailDesign): string {
  const { style } = design
  const dark = darkRules(style, backgroundsOf(design))
  return [
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}table{mso-table-lspace:0;mso-table-rspace:0}img{-ms-interpolation-mode:bicubic}',
    `@media (max-width:${style.width + 20}px){.w{padding:0!important}.p{border-radius:0!important}}`,
    // Columns stay side by side where all of the email fits.
    `@media (max-width:${style.width - 1}px){.col{max-width:100%!important}.g{padding:0 0 12px!important}.s>tbody>tr>td{padding-left:20px!important;padding-right:20px!important}}`,
    `@media (prefers-color-scheme:dark){${dark('')}}`,
  ].join('')
}

/** Dark colors as rules; Outlook's own dark mode marks the message with an attribute, which `before` selects, in a style element of its own. */
const darkRules =
  (style: EmailStyle, backgrounds: readonly string[]) =>
  (before: string): string => {
    // Clearly above what is needed: reading text, unlike small print and links, should not look dimmed.
    const text = readableOn(darkPanel, style.textColor, 9)
    const rule = (selector: string, declarations: string) =>
      `${selector
        .split(',')
        .map((each) => before + each)
        .join(',')}{${declarations}}`
    return [
      rule('.y', `background:${darkPage}!important;background-color:${darkPage}!important`),
      rule('.p', `background:${darkPanel}!important;background-color:${darkPanel}!important`),
      rule('.h', `color:${readableOn(darkPanel, style.headingColor, 9)}!important`),
      rule('.t,.t li', `color:${text}!important`),
      rule('.m', `color:${readableOn(darkPanel, style.mutedColor)}!important`),
      rule('.k', `color:${readableOn(darkPanel, style.linkColor)}!important`),
      rule('.o', `border-color:${readableOn(darkPanel, style.buttonColor)}!important`),
      rule('.c', 'border-color:#3a3f48!important'),
      rule('.r', 'border-top-color:#3a3f48!important'),
      rule('.n', 'border-color:#8b93a1!important'),
      ...backgrounds.map((hex) =>
        rule(`.b-${hex.slice(1)}`, `background:${darkBackground(hex)}!important;background-color:${darkBackground(hex)}!important`),
      ),
    ].join('')
  }

export interface RenderOptions {
  /** BCP 47, of the text. */
  language?: string
  title?: string
}

const outlook =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->'

/** A design as the HTML of an email: a Liquid template of tables, with inline styles. */
export function renderDesign(design: EmailDesign, { language = 'en', title = '' }: RenderOptions = {}): string {
  const { style } = design
  const room = { style, width: style.width - 2 * sidePadding }
  const rows = design.blocks.map((block) => rowOf(block, room, sidePadding)).join('\n')
  const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"'
  return `<!doctype html>
<html lang="${escapeTemplate(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeTemplate(title)}</title>
${outlook}
<style>${styleSheet(design)}</style>
<style>${darkRules(style, backgroundsOf(design))('[data-ogsc] ')}</style>
</head>
<body class="y" style="margin:0;padding:0;background-color:${style.pageColor}">
<${table} class="y" width="100%" bgcolor="${style.pageColor}" style="width:100%;background-color:${style.pageColor}"><tr><td class="w" align="center" style="padding:24px 12px">
<!--[if mso]><${table} width="${style.width}" align="center"><tr><td><![endif]-->
<${table} class="p s" width="100%" bgcolor="${style.panelColor}" style="width:100%;max-width:${style.width}px;background-color:${style.panelColor};border-radius:${style.radius}px;border-collapse:separate">
<tr><td height="16" style="height:16px;font-size:0;line-height:0">&nbsp;</td></tr>
${rows}
<tr><td height="16" style="height:16px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}
