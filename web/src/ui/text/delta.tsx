import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import classes from './delta.module.css'

interface DeltaProps {
  /** Percent against the compared period; null if that was zero: then nothing is shown. */
  value: number | null
  /** The compared period, such as `vs previous period`. */
  period: string
  /** Which direction is good news for this figure. */
  goodWhen?: 'up' | 'down'
}

/** Arrow, percent, period. The arrow shows the direction, the colour whether it is an improvement. */
export function Delta({ value, period, goodWhen = 'up' }: DeltaProps) {
  if (value === null) return <span className={classes.none}>{t('No earlier data')}</span>
  const direction = value >= 0 ? 'up' : 'down'
  const Arrow = direction === 'up' ? IconArrowUpRight : IconArrowDownRight
  const tone = value === 0 ? classes.even : direction === goodWhen ? classes.good : classes.bad
  return (
    <span className={classes.delta}>
      <span className={tone}>
        {value !== 0 && <Arrow size={13} stroke={2} aria-hidden />}
        <span className={classes.spoken}>{`${value === 0 ? t('unchanged,') : direction === 'up' ? t('up') : t('down')} `}</span>
        {formatPercent(Math.abs(value))}
      </span>{' '}
      <span className={classes.period}>{period}</span>
    </span>
  )
}
