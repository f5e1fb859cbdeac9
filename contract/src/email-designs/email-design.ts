import { z } from 'zod'
import { Id } from '../kit/fields.ts'

/** The form of the document; a later form raises it and reads this one. */
export const designVersion = 1

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'A color like #1f2937')
/** Empty: none, or the color of the style. */
const optionalColor = z.union([z.literal(''), hexColor]).default('')
const template = (max: number) => z.string().max(max)

/** An address that a reader may open: the web, email, telephone, or one that a merge field makes. Never a script. */
const LinkUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(?:$|https?:\/\/|mailto:|tel:|\{\{)/i, 'An address that begins with https://')
const ImageUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(?:$|https?:\/\/|\{\{)/i, 'An address that begins with https://')

const marks = {
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  link: LinkUrl.optional(),
}

/** The name of a merge field as templates write it: `first_name`, `custom.city`. */
export const fieldName = /^[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)?$/i

/** Text, with `\n` as a line break, or a merge field with what is shown where a contact has no value. */
export const Span = z
  .union([
    z.strictObject({ text: template(20_000), ...marks }),
    z.strictObject({ field: z.string().max(120).regex(fieldName), fallback: template(200).default(''), ...marks }),
  ])
  .meta({ id: 'EmailSpan' })
export type Span = z.output<typeof Span>
export type Marks = Pick<Span, 'bold' | 'italic' | 'underline' | 'strike' | 'link'>

const spans = z.array(Span).max(500)
export const Paragraph = z.strictObject({ list: z.enum(['none', 'bullet', 'number']).default('none'), spans })
export type Paragraph = z.output<typeof Paragraph>

export const alignments = ['left', 'center', 'right'] as const
const align = z.enum(alignments).default('left')

const shared = {
  id: z.string().regex(/^[a-z0-9-]{1,40}$/i),
  /** Shown only to contacts inside, or outside, a segment, as it is when the message is sent. */
  visibility: z
    .strictObject({ segmentId: Id, show: z.enum(['inside', 'outside']) })
    .nullable()
    .default(null),
  background: optionalColor,
  /** Pixels above and below. */
  padding: z.int().min(0).max(80).default(12),
  /** Sample content of a layout, until it is edited. */
  isSample: z.boolean().default(false),
}

const HeadingBlock = z
  .strictObject({
    ...shared,
    type: z.literal('heading'),
    level: z.int().min(1).max(3).default(1),
    align,
    spans: spans.default([]),
  })
  .meta({ id: 'EmailHeadingBlock' })
const TextBlock = z
  .strictObject({ ...shared, type: z.literal('text'), align, paragraphs: z.array(Paragraph).max(200).default([]) })
  .meta({ id: 'EmailTextBlock' })
const ImageBlock = z
  .strictObject({
    ...shared,
    type: z.literal('image'),
    src: ImageUrl.default(''),
    alt: template(500).default(''),
    /** Says nothing that the text does not: screen readers skip it. */
    isDecorative: z.boolean().default(false),
    link: LinkUrl.default(''),
    align: z.enum(alignments).default('center'),
    /** Percent of the room. */
    width: z.int().min(5).max(100).default(100),
    isRounded: z.boolean().default(false),
  })
  .meta({ id: 'EmailImageBlock' })
const ButtonBlock = z
  .strictObject({
    ...shared,
    type: z.literal('button'),
    label: template(200).default(''),
    url: LinkUrl.default(''),
    align,
    look: z.enum(['filled', 'outline']).default('filled'),
    isWide: z.boolean().default(false),
  })
  .meta({ id: 'EmailButtonBlock' })
const DividerBlock = z.strictObject({ ...shared, type: z.literal('divider'), color: optionalColor }).meta({ id: 'EmailDividerBlock' })
const SpacerBlock = z
  .strictObject({ ...shared, type: z.literal('spacer'), height: z.int().min(4).max(200).default(24) })
  .meta({ id: 'EmailSpacerBlock' })

export const socialNetworks = [
  'website',
  'linkedin',
  'x',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'whatsapp',
  'github',
  'mastodon',
] as const
const SocialBlock = z
  .strictObject({
    ...shared,
    type: z.literal('social'),
    align: z.enum(alignments).default('center'),
    look: z.enum(['badges', 'names']).default('badges'),
    links: z
      .array(z.strictObject({ network: z.enum(socialNetworks), url: LinkUrl }))
      .max(10)
      .default([]),
  })
  .meta({ id: 'EmailSocialBlock' })
const RecordBlock = z
  .strictObject({
    ...shared,
    type: z.literal('record'),
    title: template(200).default(''),
    rows: z
      .array(z.strictObject({ label: template(120), value: template(500) }))
      .max(20)
      .default([]),
  })
  .meta({ id: 'EmailRecordBlock' })
const HtmlBlock = z
  .strictObject({ ...shared, type: z.literal('html'), html: z.string().max(100_000).default('') })
  .meta({ id: 'EmailHtmlBlock' })

/** What stands in a column as well as on its own. */
export const LeafBlock = z
  .discriminatedUnion('type', [
    HeadingBlock,
    TextBlock,
    ImageBlock,
    ButtonBlock,
    DividerBlock,
    SpacerBlock,
    SocialBlock,
    RecordBlock,
    HtmlBlock,
  ])
  .meta({ id: 'EmailLeafBlock' })
export type LeafBlock = z.output<typeof LeafBlock>

/** Shares of the width, of twelve. */
export const columnRatios = { '1:1': [6, 6], '1:2': [4, 8], '2:1': [8, 4], '1:1:1': [4, 4, 4] } as const
export type ColumnRatio = keyof typeof columnRatios

const ColumnsBlock = z
  .strictObject({
    ...shared,
    type: z.literal('columns'),
    ratio: z.enum(['1:1', '1:2', '2:1', '1:1:1']).default('1:1'),
    columns: z.array(z.array(LeafBlock).max(20)).min(2).max(3),
    /** One below the other on a phone. */
    stacks: z.boolean().default(true),
    valign: z.enum(['top', 'middle']).default('top'),
  })
  .meta({ id: 'EmailColumnsBlock' })
/** Address of the organization, unsubscribe and preferences links are always in it. */
const FooterBlock = z
  .strictObject({
    ...shared,
    type: z.literal('footer'),
    text: template(1000).default(''),
    align: z.enum(alignments).default('center'),
  })
  .meta({ id: 'EmailFooterBlock' })

export const Block = z.discriminatedUnion('type', [...LeafBlock.options, ColumnsBlock, FooterBlock]).meta({ id: 'EmailBlock' })
export type Block = z.output<typeof Block>
export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export const emailFonts = ['system', 'arial', 'georgia', 'verdana', 'trebuchet', 'courier'] as const

/** The look of an email. Dark-mode colors are derived from these. */
export const EmailStyle = z
  .strictObject({
    /** Pixels. */
    width: z.int().min(480).max(720).default(600),
    font: z.enum(emailFonts).default('system'),
    headingFont: z.enum(emailFonts).default('system'),
    /** Pixels. */
    textSize: z.int().min(13).max(20).default(16),
    pageColor: hexColor.default('#f3f4f6'),
    panelColor: hexColor.default('#ffffff'),
    headingColor: hexColor.default('#111827'),
    textColor: hexColor.default('#374151'),
    mutedColor: hexColor.default('#6b7280'),
    linkColor: hexColor.default('#1d4ed8'),
    buttonColor: hexColor.default('#1d4ed8'),
    buttonTextColor: hexColor.default('#ffffff'),
    /** Pixels, of the panel, buttons and images. */
    radius: z.int().min(0).max(24).default(8),
  })
  .meta({ id: 'EmailStyle' })
export type EmailStyle = z.output<typeof EmailStyle>

export const EmailDesign = z
  .strictObject({
    version: z.literal(designVersion).default(designVersion),
    style: EmailStyle.prefault({}),
    blocks: z.array(Block).max(150).default([]),
  })
  .meta({ id: 'EmailDesign' })
export type EmailDesign = z.output<typeof EmailDesign>

/** All blocks, those in columns behind their columns. */
export const blocksOf = ({ blocks }: Pick<EmailDesign, 'blocks'>): Block[] =>
  blocks.flatMap((block): Block[] => (block.type === 'columns' ? [block, ...block.columns.flat()] : [block]))

/** The segments that decide who sees a block, each once. */
export const segmentsOfDesign = (design: Pick<EmailDesign, 'blocks'>): string[] => [
  ...new Set(blocksOf(design).flatMap(({ visibility }) => visibility?.segmentId ?? [])),
]

/** The design without conditions: every block is shown to everyone. */
export const visibleToAll = <D extends Pick<EmailDesign, 'blocks'>>(design: D): D => ({
  ...design,
  blocks: design.blocks.map((block) =>
    block.type === 'columns'
      ? { ...block, visibility: null, columns: block.columns.map((column) => column.map((each) => ({ ...each, visibility: null }))) }
      : { ...block, visibility: null },
  ),
})
