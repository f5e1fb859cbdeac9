import type { CSSProperties } from 'react'
import { fontStacks } from '@imperium/contract/email-designs/render-blocks.ts'
import { t } from '../../../lib/words.ts'
import { useDesignerContext } from '../designer-context.ts'
import { BlockList } from './block-list.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './canvas.module.css'

/** Pixels at both sides of a block, as in the rendered email. */
const side = 32

/** The email as it is written: the same look as the rendered one, with blocks that can be chosen and moved. */
export function Canvas() {
  const { design, select, isLocked } = useDesignerContext()
  const { style } = design
  const look = {
    '--mail-font': fontStacks[style.font],
    '--mail-heading-font': fontStacks[style.headingFont],
    '--mail-size': `${style.textSize}px`,
    '--mail-text': style.textColor,
    '--mail-heading': style.headingColor,
    '--mail-link': style.linkColor,
    background: style.pageColor,
  } as CSSProperties
  return (
    <div
      className={classes.page}
      style={look}
      role="presentation"
      onClick={(event) => event.target === event.currentTarget && select(null)}
    >
      <p id="email-canvas-keys" className={styles.srOnly}>
        {isLocked
          ? t('Arrow keys go from block to block.')
          : t('Arrow keys go from block to block, Enter edits a text, Alt with an arrow key moves the block, Delete removes it.')}
      </p>
      <div
        className={classes.panel}
        style={{ maxWidth: style.width, background: style.panelColor, borderRadius: style.radius }}
        role="region"
        aria-label={t('Canvas')}
        aria-describedby="email-canvas-keys"
      >
        <BlockList
          label={t('Blocks of the email')}
          blocks={design.blocks}
          at={{ columnsId: null, column: 0 }}
          side={side}
          empty={t('Choose a block to add, or drop one here')}
        />
      </div>
    </div>
  )
}
