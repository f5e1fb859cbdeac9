import { Button, Tooltip } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dashboard } from '@imperium/contract/dashboard.ts'
import { query } from '../lib/api.ts'
import { formatBytes, formatCompact, formatStorage } from '../lib/format.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { Meter } from '../ui/meter.tsx'
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
      <Meter
        label={t('Storage')}
        used={usage?.storageBytes}
        limit={usage?.storageLimitBytes}
        format={formatBytes}
        formatLimit={formatStorage}
      />
      <Meter label={t('API calls')} used={usage?.apiCalls} limit={usage?.apiCallsLimit} formatLimit={shortLimit} />
    </div>
  )
}

const shortLimit = (limit: number) => formatCompact(limit).toLowerCase()
