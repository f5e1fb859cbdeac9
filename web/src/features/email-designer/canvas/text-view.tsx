import { Suspense, lazy } from 'react'
import type { BlockOf, Paragraph } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../../lib/words.ts'
import { blockLabels } from '../model/block-labels.ts'
import { useDesignerContext } from '../designer-context.ts'
import { StaticText } from './static-text.tsx'
import classes from './canvas.module.css'

const RichText = lazy(async () => ({ default: (await import('../text/rich-text.tsx')).RichText }))

const paragraphsOf = (block: BlockOf<'heading' | 'text'>): Paragraph[] =>
  block.type === 'text' ? block.paragraphs : [{ list: 'none', spans: block.spans }]

/** A heading or a text. Its editor is loaded and made when it is edited. */
export function TextView({ block }: { block: BlockOf<'heading' | 'text'> }) {
  const { selected, editing, update, fields, toolbar, leaveText } = useDesignerContext()
  const paragraphs = paragraphsOf(block)
  const view = <StaticText paragraphs={paragraphs} fields={fields} placeholder={t('Write something')} />
  return (
    <div className={classes.words} data-level={block.type === 'heading' ? block.level : undefined} style={{ textAlign: block.align }}>
      {selected?.id === block.id && editing ? (
        <Suspense fallback={view}>
          <RichText
            kind={block.type === 'heading' ? 'one' : 'many'}
            label={blockLabels[block.type]}
            paragraphs={paragraphs}
            onChange={(next) => update(block.id, block.type === 'heading' ? { spans: next[0]?.spans ?? [] } : { paragraphs: next })}
            fields={fields}
            toolbar={toolbar}
            caret={editing.caret}
            onLeave={leaveText}
          />
        </Suspense>
      ) : (
        view
      )}
    </div>
  )
}
