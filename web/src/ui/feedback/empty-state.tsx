import type { ReactNode } from 'react'
import type { Icon } from '@tabler/icons-react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: Icon
  /** Short. "Nothing yet" and "nothing matches" need different texts. */
  title: string
  text?: ReactNode
  /** One button at most. */
  action?: ReactNode
  /** An EmptyPreview, in place of the icon. */
  preview?: ReactNode
  /** Without border, for menus and panels. */
  plain?: boolean
  /** The title is the heading of the page. */
  heading?: boolean
}

/** Replaces an empty list. */
export function EmptyState({ icon: Glyph, title, text, action, preview, plain = false, heading = false }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-plain={plain || undefined}>
      {preview ?? (
        <span className={classes.icon}>
          <Glyph size={plain ? 20 : 24} stroke={1.7} aria-hidden />
        </span>
      )}
      {heading ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
