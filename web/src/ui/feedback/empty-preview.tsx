import type { Icon } from '@tabler/icons-react'
import { StatusDot } from '../status-dot.tsx'
import classes from './empty-preview.module.css'

interface EmptyPreviewProps {
  /** Rows of a table, cards beside each other, or the connected steps of a graph. */
  kind: 'rows' | 'cards' | 'steps'
  icon: Icon
  items: readonly { title: string; value?: string }[]
}

/** A faint picture of the page when it is full. It says nothing to screen readers and cannot be used. */
export function EmptyPreview({ kind, icon: Glyph, items }: EmptyPreviewProps) {
  return (
    <div className={classes.preview} data-kind={kind} aria-hidden inert>
      {items.map(({ title, value }) => (
        <div key={title} className={classes.item}>
          <span className={classes.icon}>
            <Glyph size={15} stroke={1.7} />
          </span>
          <span className={classes.lines}>
            <span className={classes.title}>{title}</span>
            <span className={classes.bar} />
          </span>
          {value !== undefined && (
            <span className={classes.value}>
              <StatusDot tone="ok" label={value} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
