import { Select, Switch } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { socialNetworks } from '@imperium/contract/email-designs/email-design.ts'
import type { Block, BlockOf, ColumnRatio } from '@imperium/contract/email-designs/email-design.ts'
import { networks } from '@imperium/contract/email-designs/render-blocks.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { blockLabels } from '../model/block-labels.ts'
import { withColumns } from '../model/edit-blocks.ts'
import { Choice, ColorInput, NumberField, Rows, TemplateInput, UrlInput } from './fields.tsx'
import { ImageForm } from './image-form.tsx'
import { alignments } from './alignments.ts'
import { VisibilityField } from './visibility-field.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

const HtmlEditor = lazy(async () => ({ default: (await import('../html/html-editor.tsx')).HtmlEditor }))

type Form<T extends Block['type']> = (props: { block: BlockOf<T>; set: (fields: Partial<BlockOf<T>>) => void }) => ReactNode

const HeadingForm: Form<'heading'> = ({ block, set }) => (
  <>
    <Choice
      label={t('Size')}
      value={String(block.level) as '1' | '2' | '3'}
      onChange={(level) => set({ level: Number(level) })}
      data={[
        { value: '1', label: t('Large') },
        { value: '2', label: t('Medium') },
        { value: '3', label: t('Small') },
      ]}
    />
    <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
  </>
)

const ButtonForm: Form<'button'> = ({ block, set }) => (
  <>
    <TemplateInput label={t('Button text')} max={200} value={block.label} onChange={(label) => set({ label })} />
    <UrlInput label={t('Address of the link')} value={block.url} onChange={(url) => set({ url })} />
    <Choice
      label={t('Look')}
      value={block.look}
      onChange={(look) => set({ look })}
      data={[
        { value: 'filled', label: t('Filled') },
        { value: 'outline', label: t('Outline') },
      ]}
    />
    <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
    <Switch label={t('As wide as the email')} checked={block.isWide} onChange={(event) => set({ isWide: event.currentTarget.checked })} />
  </>
)

const ratios: readonly { value: ColumnRatio; label: string }[] = [
  { value: '1:1', label: '1 : 1' },
  { value: '1:2', label: '1 : 2' },
  { value: '2:1', label: '2 : 1' },
  { value: '1:1:1', label: '1 : 1 : 1' },
]

const ColumnsForm: Form<'columns'> = ({ block, set }) => (
  <>
    <Choice
      label={t('Widths')}
      value={block.ratio}
      onChange={(ratio) => set({ ratio, columns: withColumns(block, ratio.split(':').length) })}
      data={ratios}
    />
    <Choice
      label={t('Vertical alignment')}
      value={block.valign}
      onChange={(valign) => set({ valign })}
      data={[
        { value: 'top', label: t('Top') },
        { value: 'middle', label: t('Middle') },
      ]}
    />
    <Switch
      label={t('One below the other on phones')}
      checked={block.stacks}
      onChange={(event) => set({ stacks: event.currentTarget.checked })}
    />
  </>
)

const SocialForm: Form<'social'> = ({ block, set }) => (
  <>
    <Rows
      label={t('Links')}
      rows={block.links}
      max={10}
      create={() => ({ network: 'website' as const, url: '' })}
      onChange={(links) => set({ links })}
    >
      {(link, change) => (
        <>
          <Select
            aria-label={t('Network')}
            data={socialNetworks.map((network) => ({ value: network, label: networks[network][0] }))}
            value={link.network}
            onChange={(network) => network && change({ network })}
            allowDeselect={false}
          />
          <UrlInput label={t('Address of the link')} value={link.url} onChange={(url) => change({ url })} />
        </>
      )}
    </Rows>
    <Choice
      label={t('Look')}
      value={block.look}
      onChange={(look) => set({ look })}
      data={[
        { value: 'badges', label: t('Badges') },
        { value: 'names', label: t('Names') },
      ]}
    />
    <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
  </>
)

const RecordForm: Form<'record'> = ({ block, set }) => (
  <>
    <TemplateInput label={t('Title')} max={200} value={block.title} onChange={(title) => set({ title })} />
    <Rows label={t('Rows')} rows={block.rows} max={20} create={() => ({ label: '', value: '' })} onChange={(rows) => set({ rows })}>
      {(row, change) => (
        <>
          <TemplateInput label={t('Label')} max={120} value={row.label} onChange={(label) => change({ label })} />
          <TemplateInput label={t('Value')} max={500} value={row.value} onChange={(value) => change({ value })} />
        </>
      )}
    </Rows>
  </>
)

const FooterForm: Form<'footer'> = ({ block, set }) => (
  <>
    <TemplateInput label={t('Text')} max={1000} rows={3} value={block.text} onChange={(text) => set({ text })} />
    <p className={styles.hint}>{t('Address, unsubscribe and preferences links are always part of the footer.')}</p>
    <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
  </>
)

const HtmlForm: Form<'html'> = ({ block, set }) => (
  <Suspense fallback={null}>
    <HtmlEditor label={t('HTML')} value={block.html} onChange={(html) => set({ html: html.slice(0, 100_000) })} minHeight={160} />
  </Suspense>
)

/** The fields of one kind of block. */
function KindForm({ block, set }: { block: Block; set: (fields: Partial<Block>) => void }) {
  switch (block.type) {
    case 'heading':
      return <HeadingForm block={block} set={set} />
    case 'text':
      return <Choice label={t('Alignment')} value={block.align} onChange={(align) => set({ align })} data={alignments} />
    case 'image':
      return <ImageForm block={block} set={set} />
    case 'button':
      return <ButtonForm block={block} set={set} />
    case 'columns':
      return <ColumnsForm block={block} set={set} />
    case 'divider':
      return <ColorInput label={t('Color')} value={block.color} onChange={(color) => set({ color })} isOptional />
    case 'spacer':
      return <NumberField label={t('Height')} min={4} max={200} value={block.height} onChange={(height) => set({ height })} />
    case 'social':
      return <SocialForm block={block} set={set} />
    case 'record':
      return <RecordForm block={block} set={set} />
    case 'footer':
      return <FooterForm block={block} set={set} />
    case 'html':
      return <HtmlForm block={block} set={set} />
  }
}

/** The settings of the selected block. */
export function BlockForm() {
  const { selected: block, update, toContacts } = useDesignerContext()
  if (!block) return <p className={styles.hint}>{t('Choose a block on the canvas to change it.')}</p>
  const set = (fields: Partial<Block>) => update(block.id, fields)
  return (
    <div className={classes.fields}>
      <h3 className={classes.title}>{blockLabels[block.type]}</h3>
      <KindForm key={block.id} block={block} set={set} />
      <ColorInput
        key={`${block.id}-background`}
        label={t('Background')}
        value={block.background}
        onChange={(background) => set({ background })}
        isOptional
      />
      <NumberField
        label={t('Space above and below')}
        min={0}
        max={80}

        value={block.padding}
        onChange={(padding) => set({ padding })}
      />
      {toContacts && <VisibilityField block={block} />}
    </div>
  )
}
