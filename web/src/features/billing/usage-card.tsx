import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@imperium/contract/billing.ts'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { usageQuery } from './api.ts'
import classes from './billing.module.css'

const gib = 1024 ** 3
/** Limits are round: `10 GB`, `1 TB`. */
export const formatStorage = (bytes: number): string =>
  bytes >= 1024 * gib ? `${formatNumber(bytes / gib / 1024)} TB` : `${formatNumber(bytes / gib)} GB`

const nearLimit = 0.8

/** What of the plan is used, with a word before a limit is reached. */
export function UsageCard({ subscription }: { subscription: Subscription }) {
  const { data, error, refetch } = useQuery(usageQuery)
  if (error) return <ErrorState error={error} title={t('Usage could not be loaded')} onRetry={() => void refetch()} />
  const rows = [
    { label: t('AI agents'), used: data?.agents, limit: data?.agentsLimit },
    { label: t('Users'), used: subscription.members, limit: subscription.maxUsers },
    { label: t('Storage'), used: data?.storageBytes, limit: data?.storageLimitBytes, show: formatBytes, showLimit: formatStorage },
    { label: t('API calls this month'), used: data?.apiCalls, limit: data?.apiCallsLimit },
    { label: t('Messages this month'), used: data?.messages, limit: data?.messagesLimit },
  ]
  return (
    <Card title={t('Usage')}>
      <div className={classes.meters} aria-busy={!data}>
        {rows.map((row) => (
          <Meter key={row.label} {...row} />
        ))}
      </div>
    </Card>
  )
}

interface MeterProps {
  label: string
  used: number | undefined
  limit: number | undefined
  show?: (value: number) => string
  showLimit?: (value: number) => string
}

function Meter({ label, used, limit, show = formatNumber, showLimit = show }: MeterProps) {
  const isKnown = used !== undefined && limit !== undefined
  const share = isKnown && limit > 0 ? Math.min(1, used / limit) : 0
  const text = isKnown ? t('{used} of {limit}', { used: show(used), limit: showLimit(limit) }) : '…'
  const warning = isKnown && share >= 1 ? t('Limit reached') : share >= nearLimit ? t('Near the limit') : ''
  return (
    <div className={classes.meter}>
      <span>{label}</span>
      <span className={classes.meterText}>
        {warning && <strong>{warning} · </strong>}
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
