import classes from './status-dot.module.css'

export type StatusTone = 'ok' | 'warn' | 'bad' | 'info' | 'idle'

interface StatusDotProps {
  tone: StatusTone
  label: string
  /** A slow pulse, for work in progress. */
  live?: boolean
}

/** A status as a 7 px dot with a halo and its label; the label alone carries the meaning. */
export function StatusDot({ tone, label, live = false }: StatusDotProps) {
  return (
    <span className={classes.status} data-tone={tone} data-live={live || undefined}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  )
}
