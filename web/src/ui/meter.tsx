import { formatNumber } from '../lib/format.ts'
import { t } from '../lib/words.ts'
import classes from './meter.module.css'

interface MeterProps {
  label: string
  /** Undefined while it loads. */
  used: number | undefined
  limit: number | undefined
  format?: (value: number) => string
  formatLimit?: (value: number) => string
  /** Says so in words near the limit. */
  warns?: boolean
}

const nearLimit = 0.8

/** How much of a limit is used. */
export function Meter({ label, used, limit, format = formatNumber, formatLimit = format, warns = false }: MeterProps) {
  const isKnown = used !== undefined && limit !== undefined
  const share = isKnown && limit > 0 ? Math.min(1, used / limit) : 0
  const text = isKnown ? t('{used} of {limit}', { used: format(used), limit: formatLimit(limit) }) : '…'
  const warning = warns && isKnown && share >= nearLimit ? (share >= 1 ? t('Limit reached') : t('Near the limit')) : ''
  return (
    <div className={classes.meter}>
      <span>{label}</span>
      <span>
        {warning && <strong className={classes.warning}>{warning} · </strong>}
        {text}
      </span>
      <div
        className={classes.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <div className={classes.fill} style={{ width: `${share * 100}%` }} data-high={share >= nearLimit || undefined} />
      </div>
    </div>
  )
}
