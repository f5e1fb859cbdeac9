import type { ReactNode } from 'react'
import styles from '../styles.module.css'
import classes from './charts.module.css'

export interface Bar {
  id: string
  /** Text, or a link to the subject of the bar. */
  label: ReactNode
  /** Share of the full width, from 0 to 100. */
  percent: number
  /** Muted text before the figure: `18.2K runs`. */
  detail?: string
  /** The figure at the end, formatted. */
  value: string
  /** Opens what the figure counts. */
  onOpen?: () => void
}

interface BarListProps {
  /** The compared metric: `Agent performance`. */
  label: string
  bars: readonly Bar[]
}

/** Labelled horizontal bars, one a row. */
export function BarList({ label, bars }: BarListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id} className={classes.bar}>
          <span className={classes.barLabel}>{bar.label}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.fill} style={{ width: `${Math.min(100, Math.max(0, bar.percent))}%` }} />
          </span>
          <span className={classes.barDetail}>{bar.detail}</span>
          {bar.onOpen ? (
            <button type="button" className={classes.barButton} onClick={bar.onOpen}>
              {bar.value}
            </button>
          ) : (
            <span className={classes.barValue}>{bar.value}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
