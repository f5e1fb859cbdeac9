import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { OrgLink } from '../page/org-link.tsx'
import { Sparkline } from '../charts/lazy-charts.tsx'
import classes from './stat-strip.module.css'

export interface Stat {
  label: string
  /** The figure, already formatted. */
  value: ReactNode
  /** Path inside the organization of the rows that the figure counts. */
  path?: string
  /** Small text after the figure: `%`, `ms`, `/ 500`. */
  unit?: string
  /** A Delta, or one short line. */
  hint?: ReactNode
  /** Draws a sparkline beside the figure; needs at least two values. */
  trend?: readonly number[] | undefined
}

export interface StatStripProps {
  /** Names the strip for screen readers. */
  label: string
  stats: readonly Stat[]
  loading?: boolean
  /** Smaller figures, for side panels. */
  compact?: boolean
}

/** Figures in one joined strip; it keeps its size while loading, to avoid a layout shift. */
export function StatStrip({ label, stats, loading = false, compact = false }: StatStripProps) {
  return (
    <dl className={classes.strip} aria-label={label} aria-busy={loading} data-compact={compact || undefined}>
      {stats.map((stat) => (
        <div key={stat.label} className={classes.stat}>
          <dt className={classes.label}>{stat.label}</dt>
          <dd className={classes.body}>
            <span className={classes.line}>
              {loading ? <Skeleton height={compact ? 20 : 26} width={compact ? 56 : 84} my={compact ? 3 : 4} /> : <Figure stat={stat} />}
              {!loading && stat.trend && stat.trend.length > 1 && <Sparkline values={stat.trend} />}
            </span>
            {!compact && (
              <span className={classes.hint}>{loading ? <Skeleton height={10} width={110} my={3} /> : (stat.hint ?? '\u00a0')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Figure({ stat: { value, unit, path } }: { stat: Stat }) {
  const figure = (
    <>
      {value}
      {unit && <span className={classes.unit}>{unit}</span>}
    </>
  )
  if (path === undefined) return <span className={classes.value}>{figure}</span>
  return (
    <OrgLink path={path} className={classes.value}>
      {figure}
    </OrgLink>
  )
}
