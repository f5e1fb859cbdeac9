import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@imperium/contract/billing/billing.ts'
import { formatBytes, formatStorage } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Meter } from '../../ui/meter.tsx'
import { usageQuery } from './api.ts'
import classes from './billing.module.css'

/** What of the plan is used, with a word before a limit is reached. */
export function UsageCard({ subscription }: { subscription: Subscription }) {
  const { data, error, refetch } = useQuery(usageQuery)
  if (error) return <ErrorState error={error} title={t('Usage could not be loaded')} onRetry={() => void refetch()} />
  const rows = [
    { label: t('AI agents'), used: data?.agents, limit: data?.agentsLimit },
    { label: t('Users'), used: subscription.members, limit: subscription.maxUsers },
    { label: t('Storage'), used: data?.storageBytes, limit: data?.storageLimitBytes, format: formatBytes, formatLimit: formatStorage },
    { label: t('API calls this month'), used: data?.apiCalls, limit: data?.apiCallsLimit },
    { label: t('Messages this month'), used: data?.messages, limit: data?.messagesLimit },
    { label: t('Contacts'), used: data?.contacts, limit: data?.contactsLimit },
    { label: t('Agent runs this month'), used: data?.runs, limit: data?.runsLimit },
    { label: t('Model tokens this month'), used: data?.tokens, limit: data?.tokensLimit },
  ]
  return (
    <Card title={t('Usage')}>
      <div className={classes.meters} aria-busy={!data}>
        {rows.map((row) => (
          <Meter key={row.label} {...row} warns />
        ))}
      </div>
    </Card>
  )
}
