import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: string
  /** Short text at the right of the title: a total, a unit, a link. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A bordered panel with an optional heading. */
export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={className ? `${classes.card} ${className}` : classes.card} aria-label={title}>
      {(title || aside) && (
        <div className={classes.head}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
