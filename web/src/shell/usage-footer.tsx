import { Button, Tooltip } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dashboard } from '@imperium/contract/dashboard.ts'
import { query } from '../lib/api.ts'
import { formatBytes, formatCompact, formatNumber } from '../lib/format.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import classes from './sidebar.module.css'

export const usageQuery = { ...query(dashboard.usage), meta: { silent: true }, staleTime: 60_000 }

/** The organization's usage this month against its plan limits, with an upgrade link on the free plan. */
export function UsageFooter({ collapsed }: { collapsed: boolean }) {
  const navigate = useNavigate()
  const { planType, slug } = useOrganization()
  const usage = useQuery({ ...usageQuery, refetchInterval: 5 * 60_000 }).data
  const upgrade = () => void navigate({ to: `/org/${slug}/settings/billing` })
  const canUpgrade = !planType || planType === 'FREE'
  if (collapsed)
    return (
      <div className={classes.footer}>
        {canUpgrade && (
          <Tooltip label={t('Upgrade Now')} position="right">
            <button type="button" className={classes.upgradeIcon} aria-label={t('Upgrade Now')} onClick={upgrade}>
              <IconSparkles size={17} stroke={1.7} aria-hidden />
            </button>
          </Tooltip>
        )}
      </div>
    )
  return (
    <div className={classes.footer}>
      {canUpgrade && (
        <Button
          variant="default"
          fullWidth
          className={classes.upgrade}
          leftSection={<IconSparkles size={15} stroke={1.7} aria-hidden />}
          onClick={upgrade}
        >
          {t('Upgrade Now')}
        </Button>
      )}
      <Meter label={t('Storage')} used={usage?.storageBytes} limit={usage?.storageLimitBytes} format={formatBytes} />
      <Meter label={t('API calls')} used={usage?.apiCalls} limit={usage?.apiCallsLimit} format={formatNumber} formatLimit={shortLimit} />
    </div>
  )
}

const shortLimit = (limit: number) => formatCompact(limit).toLowerCase()

interface MeterProps {
  label: string
  used: number | undefined
  limit: number | undefined
  format: (value: number) => string
  formatLimit?: (value: number) => string
}

function Meter({ label, used, limit, format, formatLimit = wholeUnits }: MeterProps) {
  const known = used !== undefined && limit !== undefined
  const percent = known && limit > 0 ? Math.min(100, (used / limit) * 100) : 0
  const text = known ? t('{used} of {limit}', { used: format(used), limit: formatLimit(limit) }) : '…'
  return (
    <div className={classes.meter}>
      <span className={classes.meterLabel}>{label}</span>
      <span className={classes.meterText}>{text}</span>
      <div
        className={classes.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={text}
      >
        <div className={classes.fill} style={{ width: `${percent}%` }} data-high={percent >= 90 || undefined} />
      </div>
    </div>
  )
}

/** Limits are round: `10 GB`, `1 TB`. */
function wholeUnits(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes >= 1024 ? `${formatNumber(gigabytes / 1024)} TB` : `${formatNumber(gigabytes)} GB`
}
