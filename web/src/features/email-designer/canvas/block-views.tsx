import { IconPhoto } from '@tabler/icons-react'
import type { Block, BlockOf, EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { networks } from '@imperium/contract/email-designs/render-blocks.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { HtmlView } from './html-view.tsx'
import { TextView } from './text-view.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './canvas.module.css'

const sides = { left: 'start', center: 'center', right: 'end' } as const

function ImageView({ block, style }: { block: BlockOf<'image'>; style: EmailStyle }) {
  const radius = block.isRounded ? style.radius : 0
  return (
    <div className={`${styles.row} ${classes.line}`} style={{ justifyContent: sides[block.align] }}>
      {block.src === '' || block.src.startsWith('{{') ? (
        <span className={classes.blank} style={{ width: `${block.width}%`, borderRadius: radius }}>
          <IconPhoto size={22} stroke={1.5} aria-hidden />
          {block.src === '' ? t('No image yet') : block.src}
        </span>
      ) : (
        <img
          src={block.src}
          alt={block.isDecorative ? '' : block.alt}
          style={{ width: `${block.width}%`, borderRadius: radius }}
          draggable={false}
        />
      )}
    </div>
  )
}

function ButtonView({ block, style }: { block: BlockOf<'button'>; style: EmailStyle }) {
  const isFilled = block.look === 'filled'
  return (
    <div className={`${styles.row} ${classes.line}`} style={{ justifyContent: sides[block.align] }}>
      <span
        className={classes.button}
        style={{
          flex: block.isWide ? 1 : 'none',
          borderRadius: style.radius,
          borderColor: style.buttonColor,
          background: isFilled ? style.buttonColor : 'none',
          color: isFilled ? style.buttonTextColor : style.buttonColor,
        }}
      >
        {block.label || t('Button text')}
      </span>
    </div>
  )
}

function SocialView({ block }: { block: BlockOf<'social'> }) {
  return (
    <div className={`${styles.row} ${classes.line}`} style={{ justifyContent: sides[block.align] }}>
      {block.links.length === 0 && t('No links yet')}
      {block.links.map(({ network }, at) => {
        const [name, letters, color] = networks[network]
        return block.look === 'badges' ? (
          <span key={at} className={classes.badge} style={{ background: color }} title={name}>
            {letters}
          </span>
        ) : (
          <span key={at} data-link>
            {name}
          </span>
        )
      })}
    </div>
  )
}

const RecordView = ({ block, style }: { block: BlockOf<'record'>; style: EmailStyle }) => (
  <div className={classes.record} style={{ borderRadius: style.radius }}>
    {block.title !== '' && <b>{block.title}</b>}
    {block.rows.map(({ label, value }, at) => (
      <div key={at} className={classes.recordRow}>
        <span style={{ color: style.mutedColor }}>{label || t('Label')}</span>
        <span>{value || '–'}</span>
      </div>
    ))}
  </div>
)

const FooterView = ({ block, style }: { block: BlockOf<'footer'>; style: EmailStyle }) => (
  <div className={classes.footer} style={{ textAlign: block.align, color: style.mutedColor }}>
    {block.text.trim() !== '' && <div>{block.text}</div>}
    <div>{t('Address of the organization')}</div>
    <u>{t('Unsubscribe')}</u> · <u>{t('Preferences')}</u>
  </div>
)

/** What a block looks like on the canvas. */
export function BlockView({ block }: { block: Exclude<Block, BlockOf<'columns'>> }) {
  const { style } = useDesignerContext().design
  switch (block.type) {
    case 'heading':
    case 'text':
      return <TextView block={block} />
    case 'image':
      return <ImageView block={block} style={style} />
    case 'button':
      return <ButtonView block={block} style={style} />
    case 'divider':
      return <div className={classes.divider} style={{ borderColor: block.color || '#e5e7eb' }} />
    case 'spacer':
      return <div style={{ height: block.height }} />
    case 'social':
      return <SocialView block={block} />
    case 'record':
      return <RecordView block={block} style={style} />
    case 'html':
      return <HtmlView html={block.html} />
    case 'footer':
      return <FooterView block={block} style={style} />
  }
}
